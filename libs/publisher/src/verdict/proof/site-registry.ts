import type { AnyNode } from 'acorn';
import type { FunctionFacts, AllocationSite } from './domain.ts';
import { makeSite } from './allocation-site.ts';
import { BIT, has, NEVER } from './value.ts';

/** The objects that the page creates, by their creating node, with the prototypes and instances of its functions. */
export class SiteRegistry {
  readonly #sites = new Map<AnyNode, Map<string, AllocationSite>>();
  readonly #prototypes = new Map<AllocationSite, AllocationSite>();

  /** The object that a node creates. */
  at(
    node: AnyNode,
    kind: AllocationSite['kind'],
    slot = '',
    fn: FunctionFacts | null = null,
  ): AllocationSite {
    let slots = this.#sites.get(node);
    if (slots === undefined) this.#sites.set(node, (slots = new Map<string, AllocationSite>()));
    let site = slots.get(slot);
    if (site === undefined) slots.set(slot, (site = makeSite(kind, fn)));
    return site;
  }

  /** The prototype of the objects that `new` of a function creates. */
  prototypeOf(site: AllocationSite): AllocationSite {
    let known = this.#prototypes.get(site);
    if (known === undefined) this.#prototypes.set(site, (known = makeSite('object')));
    return known;
  }

  hasPrototype(site: AllocationSite): boolean {
    return this.#prototypes.has(site);
  }

  /** The site of all objects that `new` of a function creates. */
  instanceOf(site: AllocationSite): AllocationSite {
    const { fn } = site;
    if (fn === null) return makeSite('object');
    fn.instance ??= makeSite('object');
    const written = site.fields.get('prototype')?.value ?? NEVER;
    for (const proto of [this.prototypeOf(site), ...written.sites]) fn.instance.protos.add(proto);
    if (site.isHost || has(written, BIT.UNKNOWN) || written.hosts.size > 0)
      fn.instance.isHost = true;
    return fn.instance;
  }
}
