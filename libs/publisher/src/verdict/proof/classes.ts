import type { AnyNode, Class, MethodDefinition, PropertyDefinition } from 'acorn';
import type { Site, Value } from './domain.ts';
import { addAccessor } from './fields.ts';
import type { Frame } from './frame.ts';
import { functionValue } from './function-values.ts';
import { evaluate, runStatements } from './interpreter.ts';
import { plainKey } from './keys.ts';
import { lookUp } from './scope.ts';
import { makeFunction } from './site.ts';
import { ANY_NAME, BIT, has, isNever, namesOf, siteValue } from './value.ts';

/** A class of the page: its constructor is the function that `new` runs, its methods are fields of the prototype. */
export function evaluateClass(node: Class & AnyNode, outer: Frame): Value {
  const { world, script } = outer;
  const scope = script.scopes.of.get(node) ?? outer.scope;
  const frame: Frame = { ...outer, scope };
  const written = node.body.body.find(
    (member): member is MethodDefinition =>
      member.type === 'MethodDefinition' && member.kind === 'constructor',
  );
  const site =
    written === undefined ? emptyConstructor(node, frame) : constructorSite(written, frame);
  const parent = node.superClass ? evaluate(node.superClass, frame) : null;
  const prototype = world.sites.prototypeOf(site);
  if (parent !== null) inherit(site, prototype, parent, frame);
  if (node.id)
    for (const binding of lookUp(scope, node.id.name).bindings) world.put(binding, siteValue(site));
  const instance = world.sites.instanceOf(site);
  for (const member of node.body.body)
    if (member.type === 'StaticBlock')
      runStatements(member.body, {
        ...frame,
        scope: script.scopes.of.get(member) ?? scope,
        fn: selfFrame(site, frame),
      });
    else if (member.type === 'PropertyDefinition') readField(member, site, instance, frame);
    else if (member.kind !== 'constructor') readMethod(member, site, prototype, frame);
  return siteValue(site);
}

function constructorSite(member: MethodDefinition, frame: Frame): Site {
  const [site] = functionValue(member.value, frame).sites;
  return site ?? emptyConstructor(member, frame);
}

function emptyConstructor(node: AnyNode, { world, scope }: Frame): Site {
  return world.sites.at(node, 'function', 'class', makeFunction(null, scope));
}

function inherit(site: Site, prototype: Site, parent: Value, frame: Frame): void {
  const { world } = frame;
  const isForeign = parent.hosts.size > 0 || has(parent, BIT.UNKNOWN | BIT.LOADER);
  if (isForeign && !site.isHost) {
    site.isHost = true;
    world.changed = true;
  }
  if (isForeign) world.escape(siteValue(site));
  if (site.fn !== null) world.put(site.fn.parents, parent);
  for (const from of parent.sites) {
    prototype.protos.add(world.sites.prototypeOf(from));
    site.protos.add(from);
    if (from.isHost) site.isHost = true;
    const own = site.fn;
    if (own === null || from.fn === null) continue;
    // The constructor of a parent gets the same object, and what `new` of the class is given.
    world.put(from.fn.self, own.self.value);
    for (const param of from.fn.params) if (own.node === null) world.put(param, own.args.value);
    from.fn.called ||= own.called;
    from.fn.runsAlone ||= own.runsAlone;
  }
}

const selfFrame = (site: Site, frame: Frame): NonNullable<Frame['fn']> => ({
  ...makeFunction(null, frame.scope),
  self: { value: siteValue(site) },
  runsAlone: true,
});

function readField(member: PropertyDefinition, site: Site, instance: Site, frame: Frame): void {
  const key = member.computed ? evaluate(member.key, frame) : plainKey(member.key);
  const owner = member.static ? site : instance;
  const fn = { ...selfFrame(site, frame), self: { value: siteValue(owner) } };
  const value = evaluate(member.value, { ...frame, fn });
  if (isNever(value)) return;
  for (const name of namesOf(key) ?? [ANY_NAME]) {
    frame.world.putField(owner, name, value);
    if (owner.isHost || site.isHost) frame.world.put(frame.world.wildCell(name), value);
  }
}

function readMethod(member: MethodDefinition, site: Site, prototype: Site, frame: Frame): void {
  const key = member.computed ? evaluate(member.key, frame) : plainKey(member.key);
  const names = namesOf(key) ?? [ANY_NAME];
  const owner = member.static ? site : prototype;
  const value = evaluate(member.value, frame);
  if (member.kind === 'get' || member.kind === 'set')
    addAccessor(owner, member.kind, names, value, frame);
  else for (const name of names) frame.world.putField(owner, name, value);
}
