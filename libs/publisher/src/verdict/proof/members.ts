import type { AnyNode } from 'acorn';
import type { AbstractValue } from './domain.ts';
import { hasMethod, inherited, readField, writeField } from './fields.ts';
import type { EvaluationFrame } from './frame.ts';
import { INERT_HOST, INERT_HOST_OR_STYLE, isOnlyMatching } from './host-kinds.ts';
import { readHost } from './host-members.ts';
import { writeData, writeHost } from './host-writes.ts';
import { judge } from './judge.ts';
import { partOf } from './texts.ts';
import {
  ANY_NAME,
  ANYTHING,
  BIT,
  ELEMENTS,
  has,
  hasText,
  host,
  isForeign,
  isIndex,
  isNever,
  join,
  joinAll,
  mayBeAnyNode,
  namesOf,
  NEVER,
  NONE,
  PRIMITIVE,
  TEXT,
  UNKNOWN,
} from './value.ts';

function readTextMember(of: AbstractValue, name: string): AbstractValue {
  if (name === 'length') return PRIMITIVE;
  if (name === ELEMENTS) return partOf({ ...NEVER, texts: of.texts, level: of.level });
  return hasMethod(String.prototype, name) ? host(`@method#${name}`) : NONE;
}

function readNamed(of: AbstractValue, name: string, frame: EvaluationFrame): AbstractValue {
  if (name === 'constructor') return isNever(of) ? NEVER : ANYTHING;
  const parts: AbstractValue[] = [];
  let isMissing = false;
  for (const site of of.sites) {
    const value = readField(site, name, frame);
    if (isNever(value)) {
      isMissing = true;
      parts.push(inherited(site, name));
    }
    parts.push(value);
    if (site.isHost) parts.push(readHost(host('*'), name, frame));
  }
  if (isForeign(of)) parts.push(readHost(of, name, frame));
  const isText = hasText(of) || has(of, BIT.DATA | BIT.OPEN_DATA | BIT.INNER);
  if (isText) parts.push(readTextMember(of, name));
  if (has(of, BIT.PRIMITIVE)) parts.push(NONE);
  if (name === 'length') parts.push(PRIMITIVE);
  if (isMissing) parts.push(NONE);
  if (name === '__proto__') return join(ANYTHING, host('@prototype'));
  return isNever(of) || parts.length === 0 ? NEVER : joinAll(parts);
}

/** Returns the possible values of `of[key]` in the page's code. */
export function readMember(
  of: AbstractValue,
  key: AbstractValue,
  frame: EvaluationFrame,
): AbstractValue {
  if (isNever(of) || isNever(key)) return NEVER;
  const names = namesOf(key);
  if (names !== null) return names.map((name) => readNamed(of, name, frame)).reduce(join, NEVER);
  const parts = [...of.sites].map((site) => readField(site, ANY_NAME, frame));
  if (of.sites.size > 0) parts.push(NONE);
  if (of.hosts.has('$window')) frame.state.exposeWindow();
  const isHost = [...of.hosts].some((h) => !INERT_HOST_OR_STYLE.test(h));
  if (mayBeAnyNode(of) || isHost) parts.push(ANYTHING);
  else if (of.hosts.size > 0) parts.push(UNKNOWN);
  if (hasText(of)) parts.push(TEXT, NONE);
  return joinAll(parts);
}

/** Records the write `on[key] = value` in the page's code, and reports it if it may load a resource. */
export function writeMember(
  on: AbstractValue,
  key: AbstractValue,
  value: AbstractValue,
  node: AnyNode,
  frame: EvaluationFrame,
): void {
  const { state } = frame;
  if (isNever(on) || isNever(key)) return;
  const names = namesOf(key);
  for (const site of on.sites)
    for (const name of names ?? [ANY_NAME]) writeField(site, name, value, frame);
  const isHost = [...on.sites].some((s) => s.isHost);
  if (!isForeign(on) && !isHost) return;
  const target = isHost ? join(on, host('*')) : on;
  if (names !== null) {
    for (const name of names) writeHost(target, name, value, node, frame);
    return;
  }
  if (isIndex(key)) return;
  writeData(on, null, value, frame);
  state.escape(value);
  if (isOnlyMatching(target, INERT_HOST)) return;
  if (isOnlyMatching(target, INERT_HOST_OR_STYLE)) {
    judge('css', '.style[…] =', value, target, node, frame);
    return;
  }
  state.put(state.untrackedCell(ANY_NAME), value);
  state.doubt(node, frame, '[…] =');
}
