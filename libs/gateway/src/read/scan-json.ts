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

/** A member name that is refused: code that copies members by name could change the prototype of an object with it. */
const FORBIDDEN_NAME = '__proto__';

/** An object or array of the JSON text whose end has not been reached. */
interface UnfinishedJsonContainer {
  /** Names of the members so far, to find a repeated one; null in an array. */
  readonly names: Set<string> | null;
  /** Name or index of the member that is being read. */
  at: string | number;
  /** True when the next string in the JSON text is the name of a member, not a value. */
  nameNext: boolean;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Returns the index of the quote that ends the string at `start`; the text’s length when there is none. */
function findEndOfString(bytes: Buffer, start: number): number {
  let i = start + 1;
  while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1;
  return i;
}

function pathOf(stack: readonly UnfinishedJsonContainer[], name: string): string {
  return shownPath([...stack.slice(0, -1).map(({ at }) => at), name]);
}

function nameAt(bytes: Buffer, start: number, end: number): string | null {
  try {
    return JSON.parse(bytes.toString('utf8', start, end + 1)) as string;
  } catch {
    // A string that cannot be decoded is not reported here: JSON.parse refuses the same text later and reports it.
    return null;
  }
}

function enterName(
  stack: readonly UnfinishedJsonContainer[],
  container: UnfinishedJsonContainer,
  name: string,
): void {
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
  container.nameNext = false;
}

/**
 * Checks the structure of a JSON text before it is parsed, in one pass that stops at the first violation. Throws
 * json_too_complex beyond 32 levels or 10,000 values and names, invalid_json for a repeated name, invalid_input for
 * `__proto__`. Spec: safety.json-bomb, safety.strict-json, safety.names.
 */
export function scanJson(bytes: Buffer): void {
  const stack: UnfinishedJsonContainer[] = [];
  let tokens = 0;
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
      if (top?.nameNext === true) {
        const name = nameAt(bytes, i, end);
        if (name === null) return;
        enterName(stack, top, name);
      }
      i = end;
    } else if (byte === BRACE_OPEN || byte === BRACKET_OPEN) {
      count();
      if (stack.length >= LIMITS.jsonDepthMax) {
        const limit = 'the nesting depth';
        throw new BridgeError('json_too_complex', { limit, max: LIMITS.jsonDepthMax });
      }
      const isObject = byte === BRACE_OPEN;
      stack.push({
        names: isObject ? new Set() : null,
        at: isObject ? '' : 0,
        nameNext: isObject,
      });
    } else if (byte === BRACE_CLOSE || byte === BRACKET_CLOSE) {
      stack.pop();
    } else if (byte === COMMA && top !== undefined) {
      if (typeof top.at === 'number') top.at += 1;
      else top.nameNext = true;
    } else if (byte !== COLON && !isBlank(byte)) {
      // The beginning of a number or literal, or a character that the parser will refuse.
      count();
      while (isInLiteral(bytes[i + 1])) i += 1;
    }
    i += 1;
  }
}

function isInLiteral(byte: number | undefined): boolean {
  return (
    byte !== undefined &&
    !isBlank(byte) &&
    byte !== COMMA &&
    byte !== BRACE_CLOSE &&
    byte !== BRACKET_CLOSE
  );
}
