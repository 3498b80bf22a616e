import type { AnyNode } from 'acorn';
import type { ValueCell, FunctionFacts, Scope, AllocationSite, Value } from './domain.ts';
import { ElementFacts } from './elements.ts';
import type { PageFacts } from './page-facts.ts';
import { makeScope } from './scope.ts';
import type { Doubt, ScriptUnit } from './script-unit.ts';
import { SiteRegistry } from './site-registry.ts';
import { cell, fieldOf } from './allocation-site.ts';
import { ANY_NAME, BIT, ELEMENTS, has, isTooWide, join, NEVER, UNKNOWN } from './value.ts';

/** Names of methods that the language calls implicitly; a method with an unknown name may be one of them. */
const IMPLICIT: ReadonlySet<string> = new Set(['toString', 'valueOf', 'toJSON', 'then', ANY_NAME]);

/** A flag that states which browser objects code that is not evaluated can reach. */
type ExposureFlag =
  'isWindowExposed' | 'isLoaderExposed' | 'isLocationExposed' | 'areAttributesExposed';

/** Maximum number of unproven constructs that are stored for a page. */
const DOUBTS_MAX = 50;

/** The state that all scripts of a page share during the evaluation. */
export class ProofState {
  readonly globals: Scope = makeScope(null, true, true);
  readonly doubts: Doubt[] = [];
  readonly page: PageFacts;
  /** Values written to unknown objects, by member name. */
  readonly untracked = new Map<string, ValueCell>();
  readonly functions: { readonly site: AllocationSite; readonly script: ScriptUnit }[] = [];
  readonly sites = new SiteRegistry();
  readonly known = new Set<AllocationSite>();
  /** The enclosing function of each arrow function, whose `arguments` it shares. */
  readonly outer = new Map<FunctionFacts, FunctionFacts>();
  readonly thrown: ValueCell = cell();
  /** Nodes and strings that scripts assigned to global variables with unknown names. */
  readonly anyVariable: ValueCell = cell();
  /** Names of members that scripts write or declare anywhere; these may hide members of browser objects. */
  readonly writtenNames = new Set<string>();
  readonly elements: ElementFacts;
  hasChanged = false;
  /** True in the rounds in which sinks are checked; see `NODES_SMALL` in `prove.ts`. */
  isJudging = false;
  /** True when an unknown value may be a loading function of the browser. */
  isLoaderExposed = false;
  isWindowExposed = false;
  /** True when an unknown value may be `location`; a write to `location` loads another page. */
  isLocationExposed = false;
  /** True when an unknown value may be an attribute node; a write to its value may load a resource. */
  areAttributesExposed = false;
  /** True when code calls `click` or submits forms. */
  clicksByCode = false;
  readonly #escaped: AllocationSite[] = [];
  readonly #spend: (steps: number) => void;

  constructor(page: PageFacts, spend: (steps: number) => void) {
    this.page = page;
    this.elements = new ElementFacts(this, page);
    this.#spend = spend;
  }

  spend(steps = 1): void {
    this.#spend(steps);
  }

  put(into: ValueCell, value: Value): void {
    let joined = join(into.value, value);
    if (joined === into.value) return;
    if (isTooWide(joined)) {
      this.escape(joined);
      joined = { ...UNKNOWN, bits: joined.bits | BIT.UNKNOWN };
      if (joined.bits === into.value.bits) return;
    }
    into.value = joined;
    this.hasChanged = true;
  }

  /** The possible values of a global variable, also when it is read as a member of the window. */
  readGlobal(name: string): Value {
    return join(this.globals.names.get(name)?.value ?? NEVER, this.untrackedValue(name));
  }

  writeGlobal(name: string, value: Value): void {
    let binding = this.globals.names.get(name);
    if (binding === undefined) {
      binding = { value: NEVER, how: 'implicit', isPerhaps: false, script: -1, setFrom: 0 };
      this.globals.names.set(name, binding);
    }
    this.put(binding, value);
  }

  elementsCell(site: AllocationSite): ValueCell {
    return fieldOf(site, ELEMENTS);
  }

  isWritten(name: string): boolean {
    const any = this.untracked.get(ANY_NAME)?.value ?? NEVER;
    return this.writtenNames.has(name) || any.sites.size > 0 || has(any, BIT.UNKNOWN);
  }

  /** Adds a value to a field of an object. A method that the language calls implicitly, such as `toString`, escapes. */
  putField(site: AllocationSite, name: string, value: Value): void {
    this.put(fieldOf(site, name), value);
    if (IMPLICIT.has(name)) this.escape({ ...NEVER, sites: value.sites });
  }

  untrackedCell(name: string): ValueCell {
    let known = this.untracked.get(name);
    if (known === undefined) this.untracked.set(name, (known = cell()));
    return known;
  }

  /** Records that code which is not evaluated can reach a value. `isUserEvent`: only after an action of the visitor. */
  escape(value: Value, isUserEvent = false): void {
    if (has(value, BIT.LOADER) || value.hosts.has('$stylemap')) this.#set('isLoaderExposed');
    if (value.hosts.has('$window')) this.exposeWindow();
    if (value.hosts.has('$location')) this.#set('isLocationExposed');
    if (value.hosts.has('$attr') || value.hosts.has('$attributes'))
      this.#set('areAttributesExposed');
    for (const site of value.sites) {
      if (site.fn !== null && !site.fn.runsWithoutUser && !isUserEvent) {
        site.fn.runsWithoutUser = true;
        this.hasChanged = true;
      }
      if (site.hasEscaped) continue;
      site.hasEscaped = true;
      this.hasChanged = true;
      this.#escaped.push(site);
    }
  }

  #set(flag: ExposureFlag): void {
    if (!this[flag]) this.hasChanged = true;
    this[flag] = true;
  }

  /** Records that code can reach the global variables by unknown names. */
  exposeWindow(): void {
    this.#set('isWindowExposed');
  }

  /** Propagates escapes: the fields of an escaped object escape, and an escaped function may be called with any arguments. */
  spreadEscapes(): void {
    if (this.isWindowExposed)
      for (const { value } of this.globals.names.values()) this.escape(value);
    for (const site of this.#escaped) {
      this.spend(1 + site.fields.size);
      for (const { value } of site.fields.values()) this.escape(value);
      for (const proto of site.protos) this.escape({ ...NEVER, sites: new Set([proto]) });
      for (const accessors of [site.getters, site.setters])
        for (const sites of accessors.values()) this.escape({ ...NEVER, sites });
      const { fn } = site;
      if (fn === null) continue;
      fn.isCalled = true;
      for (const param of fn.params) this.put(param, UNKNOWN);
      this.put(fn.args, UNKNOWN);
      this.put(fn.self, { ...UNKNOWN, hosts: new Set(['*', '$window']) });
      this.escape(fn.returns.value);
      if (fn.instance !== null || this.sites.hasPrototype(site))
        this.escape({ ...NEVER, sites: new Set([this.sites.instanceOf(site)]) });
    }
  }

  /** The values that code which is not evaluated may have written to the member `name` of an escaped object. */
  untrackedValue(name: string): Value {
    return join(this.untracked.get(name)?.value ?? NEVER, this.untracked.get('*')?.value ?? NEVER);
  }

  /** Reports a construct for which there is no proof that it loads nothing. Does nothing unless `isJudging`. */
  doubt(
    node: AnyNode,
    { script }: { readonly script: ScriptUnit },
    construct: string,
    url?: string,
  ): void {
    if (!this.isJudging || this.doubts.length >= DOUBTS_MAX) return;
    const known = this.doubts.some((d) => d.script === script && d.offset === node.start);
    if (!known) this.doubts.push({ script, offset: node.start, construct, url });
  }
}
