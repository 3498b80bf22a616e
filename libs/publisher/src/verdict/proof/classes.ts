import type { AnyNode, Class, MethodDefinition, PropertyDefinition } from 'acorn';
import type { AllocationSite, AbstractValue } from './domain.ts';
import { addAccessor } from './fields.ts';
import type { EvaluationFrame } from './frame.ts';
import { functionValue } from './function-values.ts';
import { evaluate, runStatements } from './interpreter.ts';
import { plainKey } from './keys.ts';
import { lookUp } from './scope.ts';
import { makeFunctionFacts } from './allocation-site.ts';
import { ANY_NAME, BIT, has, isForeign, isNever, namesOf, siteValue } from './value.ts';

/** Matches the names of browser classes whose elements load by members which are harmless on other elements, such as `href`. */
const LOADING_CLASS = /^@HTML(?:Script|Link|Base|Meta|Object|Embed)Element$/;

/** Evaluates a class that the page's code declares. The value is a function whose prototype has the methods as fields. */
export function evaluateClass(node: Class & AnyNode, outer: EvaluationFrame): AbstractValue {
  const { state, script } = outer;
  const scope = script.scopes.of.get(node) ?? outer.scope;
  const frame: EvaluationFrame = { ...outer, scope };
  const written = node.body.body.find(
    (member): member is MethodDefinition =>
      member.type === 'MethodDefinition' && member.kind === 'constructor',
  );
  const site =
    written === undefined ? emptyConstructor(node, frame) : constructorSite(written, frame);
  const parent = node.superClass ? evaluate(node.superClass, frame) : null;
  const prototype = state.sites.prototypeOf(site);
  if (parent !== null) {
    const isLoading = [...parent.hosts].some((name) => LOADING_CLASS.test(name));
    if (isLoading || has(parent, BIT.LOADER)) state.doubt(node, frame, 'class … extends');
    inherit(site, prototype, parent, frame);
  }
  if (node.id)
    for (const binding of lookUp(scope, node.id.name).bindings) state.put(binding, siteValue(site));
  const instance = state.sites.instanceOf(site);
  for (const member of node.body.body)
    if (member.type === 'StaticBlock')
      runStatements(member.body, {
        ...frame,
        scope: script.scopes.of.get(member) ?? scope,
        fn: selfFrame(site, frame),
      });
    else if (member.type === 'PropertyDefinition') evaluateProperty(member, site, instance, frame);
    else if (member.kind !== 'constructor') evaluateMethod(member, site, prototype, frame);
  return siteValue(site);
}

function constructorSite(member: MethodDefinition, frame: EvaluationFrame): AllocationSite {
  const [site] = functionValue(member.value, frame).sites;
  return site ?? emptyConstructor(member, frame);
}

function emptyConstructor(node: AnyNode, { state, scope }: EvaluationFrame): AllocationSite {
  return state.sites.at(node, 'function', 'class', makeFunctionFacts(null, scope));
}

function inherit(
  site: AllocationSite,
  prototype: AllocationSite,
  parent: AbstractValue,
  frame: EvaluationFrame,
): void {
  const { state } = frame;
  const inheritsHost = isForeign(parent);
  if (inheritsHost && !site.isHost) {
    site.isHost = true;
    state.hasChanged = true;
  }
  if (inheritsHost) state.escape(siteValue(site));
  if (site.fn !== null) state.put(site.fn.parents, parent);
  for (const from of parent.sites) {
    prototype.protos.add(state.sites.prototypeOf(from));
    site.protos.add(from);
    if (from.isHost) site.isHost = true;
    const own = site.fn;
    if (own === null || from.fn === null) continue;
    // The superclass constructor receives the same object as `this`. Without an own constructor, it receives the arguments of
    // `new`.
    state.put(from.fn.self, own.self.value);
    for (const param of from.fn.params) if (own.node === null) state.put(param, own.args.value);
    from.fn.isCalled ||= own.isCalled;
    from.fn.runsWithoutUser ||= own.runsWithoutUser;
  }
}

const selfFrame = (
  site: AllocationSite,
  frame: EvaluationFrame,
): NonNullable<EvaluationFrame['fn']> => ({
  ...makeFunctionFacts(null, frame.scope),
  self: { value: siteValue(site) },
  runsWithoutUser: true,
});

function evaluateProperty(
  member: PropertyDefinition,
  site: AllocationSite,
  instance: AllocationSite,
  frame: EvaluationFrame,
): void {
  const key = member.computed ? evaluate(member.key, frame) : plainKey(member.key);
  const owner = member.static ? site : instance;
  const fn = { ...selfFrame(site, frame), self: { value: siteValue(owner) } };
  const value = evaluate(member.value, { ...frame, fn });
  if (isNever(value)) return;
  for (const name of namesOf(key) ?? [ANY_NAME]) {
    frame.state.putField(owner, name, value);
    if (owner.isHost || site.isHost) frame.state.put(frame.state.untrackedCell(name), value);
  }
}

function evaluateMethod(
  member: MethodDefinition,
  site: AllocationSite,
  prototype: AllocationSite,
  frame: EvaluationFrame,
): void {
  const key = member.computed ? evaluate(member.key, frame) : plainKey(member.key);
  const names = namesOf(key) ?? [ANY_NAME];
  const owner = member.static ? site : prototype;
  const value = evaluate(member.value, frame);
  if (member.kind === 'get' || member.kind === 'set')
    addAccessor(owner, member.kind, names, value, frame);
  else for (const name of names) frame.state.putField(owner, name, value);
}
