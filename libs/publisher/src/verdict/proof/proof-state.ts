import type { AnyNode } from 'acorn';
import type {
  AbstractValueCell,
  FunctionSummary,
  LexicalScope,
  AllocationSite,
  AbstractValue,
} from './domain.ts';
import { ScriptReadableElementValues } from './elements.ts';
import type { PageMarkupSummary } from './page-facts.ts';
import { makeScope } from './scope.ts';
import type { PossibleResourceLoadInScript, ScriptOrHandlerProgram } from './script-unit.ts';
import { AllocationSiteRegistry } from './site-registry.ts';
import { cell, cellIn, fieldOf } from './allocation-site.ts';
import { ANY_NAME, BIT, has, isTooWide, join, NEVER, UNKNOWN } from './value.ts';

/** Names of methods that JavaScript calls implicitly. A method whose name is unknown (`ANY_NAME`) may be one of them. */
const IMPLICIT: ReadonlySet<string> = new Set(['toString', 'valueOf', 'toJSON', 'then', ANY_NAME]);

/** A flag of `ScriptEvaluationState` that says which browser objects code that is not evaluated can reach. */
type UnevaluatedCodeAccessFlag =
  'isWindowExposed' | 'isLoaderExposed' | 'isLocationExposed' | 'areAttributesExposed';

/** Maximum number of unproven constructs that are stored for a page. Further ones are dropped. */
const DOUBTS_MAX = 50;

/** The state of the analysis that evaluates the scripts of a page; all scripts share it. */
export class ScriptEvaluationState {
  readonly globals: LexicalScope = makeScope(null, true, true);
  readonly doubts: PossibleResourceLoadInScript[] = [];
  readonly page: PageMarkupSummary;
  /** Values that were written to members of browser objects or unknown objects, by member name. */
  readonly untracked = new Map<string, AbstractValueCell>();
  readonly functions: { readonly site: AllocationSite; readonly script: ScriptOrHandlerProgram }[] =
    [];
  readonly sites = new AllocationSiteRegistry();
  readonly known = new Set<AllocationSite>();
  /** For each arrow function the function that contains it. Both have the same `arguments`. */
  readonly outer = new Map<FunctionSummary, FunctionSummary>();
  readonly thrown: AbstractValueCell = cell();
  /** Values that scripts assigned to global variables with unknown names. */
  readonly anyVariable: AbstractValueCell = cell();
  /** Names of members that the scripts write or declare anywhere. Such a member may hide a member of a browser object. */
  readonly writtenNames = new Set<string>();
  readonly elements: ScriptReadableElementValues;
  hasChanged = false;
  /** True in the evaluation rounds in which unproven constructs are reported; see `NODES_SMALL` in `prove.ts`. */
  isJudging = false;
  /**
   * True when code that is not evaluated can reach a loading function of the browser. An unknown value may then be this
   * function.
   */
  isLoaderExposed = false;
  isWindowExposed = false;
  /** True when code that is not evaluated can reach `location`. A write to an unknown value may then load another page. */
  isLocationExposed = false;
  /** True when code outside the proof may have an attribute node. Any object that it writes to may then be an address that loads. */
  areAttributesExposed = false;
  /** True when code calls `click`, submits a form or dispatches an event. */
  clicksByCode = false;
  readonly #escaped: AllocationSite[] = [];
  readonly #spend: (steps: number) => void;

  constructor(page: PageMarkupSummary, spend: (steps: number) => void) {
    this.page = page;
    this.elements = new ScriptReadableElementValues(this, page);
    this.#spend = spend;
  }

  spend(steps = 1): void {
    this.#spend(steps);
  }

  put(into: AbstractValueCell, value: AbstractValue): void {
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

  /** Returns the possible values of a global variable, which are also those of the window's member of this name. */
  readGlobal(name: string): AbstractValue {
    return join(this.globals.names.get(name)?.value ?? NEVER, this.untrackedValue(name));
  }

  writeGlobal(name: string, value: AbstractValue): void {
    let binding = this.globals.names.get(name);
    if (binding === undefined) {
      binding = { value: NEVER, how: 'implicit', isPerhaps: false, script: -1, setFrom: 0 };
      this.globals.names.set(name, binding);
    }
    this.put(binding, value);
  }

  /** Returns the function whose `this` and `arguments` code in `fn` has: an arrow function has those of its outer function. */
  thisFunction(fn: FunctionSummary | null): FunctionSummary | null {
    let own = fn;
    while (own?.isArrow === true) own = this.outer.get(own) ?? null;
    return own;
  }

  isWritten(name: string): boolean {
    const any = this.untracked.get(ANY_NAME)?.value ?? NEVER;
    return this.writtenNames.has(name) || any.sites.size > 0 || has(any, BIT.UNKNOWN);
  }

  /**
   * Adds a value to a field of an object. A method that JavaScript calls implicitly, such as `toString`, may then run at any
   * time.
   */
  putField(site: AllocationSite, name: string, value: AbstractValue): void {
    this.put(fieldOf(site, name), value);
    if (IMPLICIT.has(name)) this.escape({ ...NEVER, sites: value.sites });
  }

  untrackedCell(name: string): AbstractValueCell {
    return cellIn(this.untracked, name);
  }

  /**
   * Records that code which is not evaluated can reach a value. With `isUserEvent`, this code runs only after an action of the
   * visitor.
   */
  escape(value: AbstractValue, isUserEvent = false): void {
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

  #set(flag: UnevaluatedCodeAccessFlag): void {
    if (!this[flag]) this.hasChanged = true;
    this[flag] = true;
  }

  /** Records that code which is not evaluated can reach global variables whose names are not known. */
  exposeWindow(): void {
    this.#set('isWindowExposed');
  }

  /**
   * Completes the effect of `escape` for all recorded objects: code that is not evaluated can also reach the fields of such an
   * object, and can call such a function with any arguments.
   */
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

  /**
   * Returns the values that code which is not evaluated may have written to the member `name` of an object that it can reach.
   */
  untrackedValue(name: string): AbstractValue {
    return join(this.untracked.get(name)?.value ?? NEVER, this.untracked.get('*')?.value ?? NEVER);
  }

  /** Reports a construct for which it is not proven that it loads nothing. Has no effect while `isJudging` is false. */
  doubt(
    node: AnyNode,
    { script }: { readonly script: ScriptOrHandlerProgram },
    construct: string,
    url?: string,
  ): void {
    if (!this.isJudging || this.doubts.length >= DOUBTS_MAX) return;
    const known = this.doubts.some((d) => d.script === script && d.offset === node.start);
    if (!known) this.doubts.push({ script, offset: node.start, construct, url });
  }
}
