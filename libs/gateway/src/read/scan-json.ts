import { LIMITS } from '@bridge/contracts';
import { BridgeError, cutName, shownPath } from '@bridge/kernel';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const BRACE_OPEN = 0x7b;
const BRACE_CLOSE = 0x7d;
const BRACKET_OPEN = 0x5b;
const BRACKET_CLOSE = 0x5d;

/** Refused as a member name: code that copies members could change the prototype of all objects. */
const FORBIDDEN_NAME = '__proto__';
/** Bytes that are read one by one after an escaped quote. */
const WALK_BYTES = 64;

interface Container {
  /** Member names so far; null for an array. */
  readonly names: Set<string> | null;
  /** Name or index of the current member. */
  at: string | number;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/**
 * Returns the index of the quote that ends the string at `start`; -1 without one. Uses native search; after an escaped
 * quote it first reads 64 bytes one by one, because HTML inside JSON has many escaped quotes close together.
 */
function findEndOfString(bytes: Buffer, start: number): number {
  let i = start + 1;
  while (i < bytes.length) {
    const quote = bytes.indexOf(QUOTE, i);
    if (quote < 0) return -1;
    let slashes = 0;
    while (quote - slashes > i && bytes[quote - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return quote;
    i = quote + 1;
    for (const stop = i + WALK_BYTES; i < stop && i < bytes.length; i += 1) {
      if (bytes[i] === QUOTE) return i;
      if (bytes[i] === BACKSLASH) i += 1;
    }
  }
  return -1;
}

function pathOf(stack: readonly Container[], name: string): string {
  return shownPath([...stack.slice(0, -1).map(({ at }) => at), name]);
}

function nameAt(bytes: Buffer, start: number, end: number): string | null {
  const text = bytes.toString('utf8', start, end + 1);
  if (!text.includes('\\')) return text.slice(1, -1);
  try {
    return JSON.parse(text) as string;
  } catch {
    // The parser refuses it.
    return null;
  }
}

function enterName(stack: readonly Container[], container: Container, name: string): void {
  if (name === FORBIDDEN_NAME) {
    const path = pathOf(stack, name);
    throw new BridgeError('invalid_input', {
      issues: [{ path, rule: 'unrecognized_keys', message: 'this member name is not allowed' }],
    });
  }
  if (container.names?.has(name) === true) {
    const shown = JSON.stringify(cutName(name));
    throw new BridgeError('invalid_json', { reason: `the member name ${shown} is repeated` });
  }
  container.names?.add(name);
  container.at = name;
}

/**
 * Checks the structure of a JSON text before it is parsed, in one pass that stops at the first violation. Throws
 * json_too_complex beyond 32 levels or 10,000 values and names, invalid_json for a repeated member name and invalid_input
 * for `__proto__`. The parser refuses other malformed text. Spec: safety.json-bomb, safety.strict-json, safety.names.
 */
export function scanJson(bytes: Buffer): void {
  const stack: Container[] = [];
  let tokens = 0;
  let nameNext = false;
  let i = 0;
  const count = (): void => {
    tokens += 1;
    if (tokens > LIMITS.jsonTokensMax) {
      const limit = 'the number of values and names';
      throw new BridgeError('json_too_complex', { limit, max: LIMITS.jsonTokensMax });
    }
  };
  while (i < bytes.length) {
    const byte = bytes[i] ?? 0;
    const top = stack.at(-1);
    if (byte === QUOTE) {
      count();
      const end = findEndOfString(bytes, i);
      if (end < 0) return;
      if (nameNext && top !== undefined) {
        const name = nameAt(bytes, i, end);
        if (name === null) return;
        enterName(stack, top, name);
        nameNext = false;
      }
      i = end;
    } else if (byte === BRACE_OPEN || byte === BRACKET_OPEN) {
      count();
      if (stack.length >= LIMITS.jsonDepthMax) {
        const limit = 'the nesting depth';
        throw new BridgeError('json_too_complex', { limit, max: LIMITS.jsonDepthMax });
      }
      const isObject = byte === BRACE_OPEN;
      stack.push({ names: isObject ? new Set() : null, at: isObject ? '' : 0 });
      nameNext = isObject;
    } else if (byte === BRACE_CLOSE || byte === BRACKET_CLOSE) {
      stack.pop();
      nameNext = false;
    } else if (byte === COMMA) {
      if (typeof top?.at === 'number') top.at += 1;
      nameNext = top !== undefined && top.names !== null;
    } else if (byte !== COLON && !isBlank(byte)) {
      // A literal, or what the parser refuses.
      count();
      while (i + 1 < bytes.length && isInLiteral(bytes[i + 1] ?? 0)) i += 1;
    }
    i += 1;
  }
}

function isInLiteral(byte: number): boolean {
  return !isBlank(byte) && byte !== COMMA && byte !== BRACE_CLOSE && byte !== BRACKET_CLOSE;
}
