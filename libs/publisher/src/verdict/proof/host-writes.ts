import type { AnyNode } from 'acorn';
import type { AbstractValue } from './domain.ts';
import { hasMethod } from './fields.ts';
import type { EvaluationFrame } from './frame.ts';
import { INERT_HOST, isOnly, isOnlyMatching, mayBeNode } from './host-kinds.ts';
import { judge } from './judge.ts';
import { PROPERTY_SINKS, USER_EVENT } from './sink-table.ts';
import { stringOf } from './strings.ts';
import { BIT, ELEMENTS, has, isUnknown } from './value.ts';

/**
 * Prototypes on whose built-in methods the analysis relies. Its results would be wrong after a script replaced one of these
 * methods.
 */
const BUILT_IN = [Array.prototype, Function.prototype] as const;

/** True when the write may replace a built-in method of all arrays or functions. */
function replacesMethod(name: string, value: AbstractValue): boolean {
  const isFunction = isUnknown(value) || value.sites.size > 0;
  return isFunction && BUILT_IN.some((prototype) => hasMethod(prototype, name));
}

/** Records a write to the member `name` of a `dataset`, which converts the value to a string. `name` is null when unknown. */
export function writeData(
  on: AbstractValue,
  name: string | null,
  value: AbstractValue,
  frame: EvaluationFrame,
): void {
  if ([...on.hosts].some((h) => h.startsWith('$dataset')))
    frame.state.elements.writeData(name, stringOf(value, frame));
}

/** Records a write to a member of a browser object or of an unknown object, and reports it if it may load a resource. */
export function writeHost(
  on: AbstractValue,
  name: string,
  value: AbstractValue,
  node: AnyNode,
  frame: EvaluationFrame,
): void {
  const { state } = frame;
  writeData(on, name, value, frame);
  if (on.hosts.has('$window') && name !== ELEMENTS) state.writeGlobal(name, value);
  if (has(on, BIT.UNKNOWN) || on.hosts.size > 0) state.put(state.untrackedCell(name), value);
  const isVariable = isOnly(on, '$window');
  if (!isVariable || name.startsWith('on'))
    state.escape(value, USER_EVENT.test(name) && name.startsWith('on'));
  if (isVariable && name !== 'location') return;
  if (name === ELEMENTS) return;
  if (mayBeNode(on)) {
    state.elements.touch(on, name, 'written');
    if (name === 'id' || name === 'name') state.elements.giveName(stringOf(value, frame));
  }
  if (has(on, BIT.UNKNOWN) && replacesMethod(name, value)) state.doubt(node, frame, `.${name} =`);
  if ([...on.hosts].some((h) => h.startsWith('@'))) state.doubt(node, frame, `.${name} =`);
  judgeProperty(on, name, value, node, frame);
}

function judgeProperty(
  on: AbstractValue,
  name: string,
  value: AbstractValue,
  node: AnyNode,
  frame: EvaluationFrame,
): void {
  const { state } = frame;
  const isFilter = name === 'filter' && on.hosts.has('$context');
  if (isOnlyMatching(on, INERT_HOST) && !isFilter) return;
  const construct = `.${name} =`;
  const isLocation = on.hosts.has('$location') || (state.isLocationExposed && has(on, BIT.UNKNOWN));
  if (isLocation && name !== 'hash') judge('location', 'location =', value, on, node, frame);
  if (name === 'background' && !isOnly(on, '$style'))
    judge('address', construct, value, on, node, frame);
  if (name === 'background' && !on.hosts.has('$style')) return;
  if (name === 'data' && [...state.page.tags].some((tag) => tag === 'object' || tag === 'embed'))
    judge('address', construct, value, on, node, frame);
  if (name === 'content' && !isOnly(on, '$style'))
    judge('switch', construct, value, on, node, frame);
  if (name === 'content' && !on.hosts.has('$style') && !has(on, BIT.UNKNOWN)) return;
  const kind = PROPERTY_SINKS.get(name);
  if (kind === undefined) return;
  if (name === 'value' && !on.hosts.has('$attr') && !state.areAttributesExposed) return;
  judge(kind, construct, value, on, node, frame);
}
