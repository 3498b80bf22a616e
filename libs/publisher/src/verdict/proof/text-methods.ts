import { nameSet } from '../model/index.ts';
import { argument, escapeArguments, unknownResult } from './arguments.ts';
import type { AbstractValue } from './domain.ts';
import type { CallWithEvaluatedArguments } from './frame.ts';
import { arrayOf, callFunction } from './functions.ts';
import { stringOf } from './strings.ts';
import { TEXT_LEVEL } from './text-level.ts';
import { concatenated, partOf, repeated } from './texts.ts';
import {
  BIT,
  has,
  isForeign,
  isNever,
  isUnknown,
  join,
  joinAll,
  NEVER,
  NONE,
  PRIMITIVE,
  TEXT,
  text,
  textOf,
  UNKNOWN,
} from './value.ts';

const EXACT: ReadonlyMap<string, (known: string) => string> = new Map<
  string,
  (known: string) => string
>([
  ['toLowerCase', (known) => known.toLowerCase()],
  ['toUpperCase', (known) => known.toUpperCase()],
  ['trim', (known) => known.trim()],
  ['trimStart', (known) => known.trimStart()],
  ['trimEnd', (known) => known.trimEnd()],
  ['toString', (known) => known],
  ['valueOf', (known) => known],
]);
const PART = nameSet('slice substring substr charAt at toLocaleLowerCase toLocaleUpperCase');
const NUMBERS = nameSet(`
  indexOf lastIndexOf includes startsWith endsWith charCodeAt codePointAt localeCompare search
`);
const DIGITS = new Set(['toFixed', 'toPrecision', 'toExponential']);

/** Returns the possible results of a method of a string or number, such as `slice`. */
export function callTextMethod(
  on: AbstractValue,
  name: string,
  call: CallWithEvaluatedArguments,
): AbstractValue {
  const { frame, node, list, rest } = call;
  const { state } = frame;
  const bits = BIT.DATA | BIT.OPEN_DATA | BIT.INNER | BIT.PRIMITIVE;
  const own: AbstractValue = { ...NEVER, bits: on.bits & bits, texts: on.texts, level: on.level };
  if (state.isWritten(name)) return UNKNOWN;
  const exact = EXACT.get(name);
  if (exact !== undefined) {
    const parts = [...own.texts].map((known) => text(exact(known)));
    const others: AbstractValue = { ...own, texts: new Set() };
    const isNumber = has(own, BIT.PRIMITIVE);
    if (!isNever(others))
      parts.push(
        isNumber && own.level === 0
          ? textOf(TEXT_LEVEL.WORD)
          : name === 'toString' || name === 'valueOf'
            ? others
            : partOf(others),
      );
    return joinAll(parts);
  }
  if (DIGITS.has(name)) return textOf(TEXT_LEVEL.WORD);
  if (NUMBERS.has(name)) return PRIMITIVE;
  if (PART.has(name)) return partOf(own);
  if (name === 'concat')
    return concatenated(
      [own, ...list, ...(isNever(rest) ? [] : [TEXT])].map((v) => stringOf(v, frame)),
    );
  if (name === 'repeat') return repeated(own);
  if (name === 'padStart' || name === 'padEnd') return repeated(own, list[1] ?? text(' '), rest);
  if (name === 'split') return arrayOf(state.sites.at(node, 'array', 'split'), partOf(own), frame);
  if (name === 'replace' || name === 'replaceAll') return replaced(own, call);
  if (name.startsWith('toLocale') || name === 'toISOString') return textOf(TEXT_LEVEL.ESCAPED);
  return unknownResult(call);
}

/**
 * Returns the characters that a call of `replace` with a literal pattern certainly removes everywhere in a string. Empty when
 * none is certain.
 */
function removedLetters({ nodes }: CallWithEvaluatedArguments): string {
  const [pattern] = nodes;
  if (pattern?.type !== 'Literal') return '';
  if (typeof pattern.value === 'string') return pattern.value.length === 1 ? pattern.value : '';
  if (!('regex' in pattern) || !pattern.regex?.flags.includes('g')) return '';
  const source = pattern.regex.pattern;
  return /^(?:\\?[^\\[\](){}.*+?^$|]|\[[^^\]\\-][^\]\\-]*\])$/.test(source)
    ? source.replace(/^\[|\]$|\\/g, '')
    : '';
}

/**
 * Returns the union of all values that the function argument of `replace` may receive: the match, its groups, the offset and
 * the whole string.
 */
function matched(on: AbstractValue, { nodes }: CallWithEvaluatedArguments): AbstractValue {
  const [pattern] = nodes;
  const isKnown =
    pattern?.type === 'Literal' && !('regex' in pattern && pattern.regex?.pattern.includes('(?<'));
  return isKnown ? joinAll([partOf(on), on, PRIMITIVE, NONE]) : UNKNOWN;
}

/**
 * Returns the possible results of `replace` and `replaceAll`. When they remove `<` and `"`, as code that escapes HTML does, the
 * result has a class with a stronger guarantee.
 */
export function replaced(on: AbstractValue, call: CallWithEvaluatedArguments): AbstractValue {
  const { frame } = call;
  const replacement = argument(call, 1);
  const part = partOf(on);
  const made = joinAll(
    [...replacement.sites].map((site) =>
      callFunction(site, NONE, [part], frame, matched(on, call)),
    ),
  );
  if (isForeign(replacement)) escapeArguments(call);
  const given = join({ ...replacement, sites: new Set(), hosts: new Set() }, made);
  const letters = removedLetters(call);
  const withoutAll =
    call.nodes[0]?.type === 'Literal' && typeof call.nodes[0].value === 'string'
      ? isReplaceAll(call)
      : letters !== '';
  const harmless =
    given.level <= TEXT_LEVEL.ESCAPED &&
    !isUnknown(given) &&
    !isForeign(replacement) &&
    ![...given.texts].some((t) => /[<"]/.test(t));
  if (withoutAll && harmless) {
    const level = partLevel(part);
    if (letters.includes('<') && letters.includes('"')) return textOf(TEXT_LEVEL.ESCAPED);
    if (letters.includes('<')) return textOf(level < TEXT_LEVEL.FLAT ? level : TEXT_LEVEL.FLAT);
    if (letters.includes('"') && level === TEXT_LEVEL.FLAT) return textOf(TEXT_LEVEL.ESCAPED);
  }
  return isForeign(replacement) ? UNKNOWN : repeated(part, stringOf(given, frame));
}

const isReplaceAll = ({ node }: CallWithEvaluatedArguments): boolean =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  node.callee.property.type === 'Identifier' &&
  node.callee.property.name === 'replaceAll';

const partLevel = (part: AbstractValue): typeof part.level =>
  part.level === TEXT_LEVEL.NONE ? TEXT_LEVEL.ANY : part.level;
