import type { AnyNode } from 'acorn';
import type { FunctionSummary, AllocationSite } from './domain.ts';
import { makeSite } from './allocation-site.ts';
import { BIT, has, NEVER } from './value.ts';

/**
 * All allocation sites of a page (objects of its code, by the syntax node that creates them), and the prototypes and instances
 * of its functions.
 */
export class AllocationSiteRegistry {
  readonly #sites = new Map<AnyNode, Map<string, AllocationSite>>();
  readonly #prototypes = new Map<AllocationSite, AllocationSite>();

  /**
   * Returns the allocation site (the objects) of a syntax node. `slot` distinguishes the objects when one node creates several.
   */
  at(
    node: AnyNode,
    kind: AllocationSite['kind'],
    slot = '',
    fn: FunctionSummary | null = null,
  ): AllocationSite {
    let slots = this.#sites.get(node);
    if (slots === undefined) this.#sites.set(node, (slots = new Map<string, AllocationSite>()));
    let site = slots.get(slot);
    if (site === undefined) slots.set(slot, (site = makeSite(kind, fn)));
    return site;
  }

  /** Returns the prototype of the objects that `new` creates from a function (`fn.prototype`). */
  prototypeOf(site: AllocationSite): AllocationSite {
    let known = this.#prototypes.get(site);
    if (known === undefined) this.#prototypes.set(site, (known = makeSite('object')));
    return known;
  }

  hasPrototype(site: AllocationSite): boolean {
    return this.#prototypes.has(site);
  }

  /** Returns the one object that stands for all objects that `new` creates from a function. */
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
