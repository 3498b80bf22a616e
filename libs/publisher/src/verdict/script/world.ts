import { codeLoads, cssLoads, markupLoads, type Loading } from './evidence.ts';
import type { Insertion, LoadingSpot, Script, Sink, Spot } from './records.ts';
import { declare, give, giveMember, lookUp, makeScope, type Scope, type Value } from './values.ts';

/** The first such string; one with a whole address says more than one without. */
function firstLoading(
  known: LoadingSpot | null,
  loads: (text: string) => Loading,
  text: string,
  spot: Spot,
): LoadingSpot | null {
  if (known !== null) return known;
  const url = loads(text);
  return url === null ? null : { ...spot, url };
}

const ENCODED_TAG = /%3c/i;
const ENCODED_CHARS_MAX = 65_536;
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replaceAll(/%3c/gi, '<').replaceAll(/%3e/gi, '>');
  }
}

interface Call {
  readonly name: string;
  readonly scope: Scope;
  readonly values: readonly Value[];
  readonly sure: boolean;
}
interface Assignment {
  readonly name: string;
  readonly scope: Scope;
  readonly value: Value;
}

/** Addresses, names and calls kept for one page; beyond, the page's scripts count as unreadable. */
const RECORDS_MAX = 50_000;
const CALLS_MAX = 20_000;
const MARKUP_MAX = 2_000;
/** Names of elements and relations whose `href` loads. */
const LINK_NAMES = new Set(['link', 'stylesheet', 'image', 'feimage', 'use', 'base']);

/**
 * What all scripts of a page say together. They share one global scope, so a constant of one script may be the
 * address of another; nothing is judged before the page has been read to its end.
 */
export class ScriptWorld {
  readonly globals: Scope = makeScope(1, null);
  readonly sinks: Sink[] = [];
  insertions: Insertion[] = [];
  readonly imports: { specifier: string; spot: Spot; construct: string }[] = [];
  /** Names whose use may load: `fetch` handed on, `XMLHttpRequest` without a plain `open`. */
  readonly mentions: { name: string; scope: Scope; spot: Spot }[] = [];
  /** Strings that would load if they came into the page. */
  loadingMarkup: LoadingSpot | null = null;
  /** Where a script puts markup into the page. */
  writesMarkup: Spot | null = null;
  loadingCss: LoadingSpot | null = null;
  loadingCode: Spot | null = null;
  /** Where a script makes a script element, or an address of data it made up: code nobody has read may run. */
  makesScripts: Spot | null = null;
  makesAddresses: Spot | null = null;
  /** Where a script clicks, as soon as it runs. */
  clicks: (Spot & { readonly scope: Scope })[] = [];
  /** Text beside the scripts (templates, text areas) that would load if a script put it into the page. */
  loadingText = false;
  sheetLinkSeen = false;
  /** The page has a link to another host. */
  externalLinkSeen = false;
  /** A script says where a form goes. */
  setsAction = false;
  /** Markup a script puts into the page, as far as it can be followed; told apart when all names are known. */
  readonly markup: (Spot & { readonly value: Value })[] = [];
  linkNames = false;
  objectSeen = false;
  xhrUsed: Spot | null = null;
  xhrOpened = false;
  submits: Spot | null = null;
  overflow = false;
  readonly #calls: Call[] = [];
  readonly #assignments: Assignment[] = [];

  addSink(sink: Sink): void {
    if (this.sinks.length < RECORDS_MAX) this.sinks.push(sink);
    else this.overflow = true;
  }

  /** The member of an object literal; taken back when the literal turns out to be a pattern. */
  dropMembers(script: Script, from: number): void {
    const kept: Sink[] = [];
    for (let last = this.sinks.at(-1); last !== undefined; last = this.sinks.at(-1)) {
      if (last.script !== script || last.offset < from) break;
      this.sinks.pop();
      if (last.member !== true) kept.push(last);
    }
    this.sinks.push(...kept.reverse());
  }

  addInsertion(insertion: Insertion): void {
    if (this.insertions.length < RECORDS_MAX) this.insertions.push(insertion);
    else this.overflow = true;
  }

  addMention(name: string, scope: Scope, spot: Spot): void {
    if (this.mentions.length < RECORDS_MAX) this.mentions.push({ name, scope, spot });
    else this.overflow = true;
  }

  /** A call of a named function whose arguments may turn out to be addresses. */
  addCall(call: Call): void {
    if (this.#calls.length < CALLS_MAX) this.#calls.push(call);
  }

  /**
   * A name gets a value; at once where the name is known, at the end where it is declared further down. Returns what
   * takes it back: `(a = 0) => …` is read as an assignment until the arrow is met.
   */
  assign(name: string, scope: Scope, value: Value): () => void {
    const binding = lookUp(scope, name);
    if (binding !== null) return give(binding, value);
    if (this.#assignments.length >= RECORDS_MAX) {
      this.overflow = true;
      return () => undefined;
    }
    const assignment = { name, scope, value };
    this.#assignments.push(assignment);
    return () => {
      const at = this.#assignments.lastIndexOf(assignment);
      if (at >= 0) this.#assignments.splice(at, 1);
    };
  }

  /** A member of a named object or list is written. */
  assignMember(name: string, scope: Scope, value: Value): void {
    const binding = lookUp(scope, name);
    if (binding !== null) giveMember(binding, value);
  }

  /** Looks at a string constant of a script. */
  noteString(text: string, spot: Spot): void {
    if (text.length < 3) return;
    // Markup is handed on percent-encoded, and decoded where it is used.
    if (ENCODED_TAG.test(text) && text.length < ENCODED_CHARS_MAX) {
      const plain = decoded(text);
      if (plain !== text) this.noteString(plain, spot);
    }
    if (text.length < 12 && LINK_NAMES.has(text.toLowerCase())) this.linkNames = true;
    this.loadingMarkup = firstLoading(this.loadingMarkup, markupLoads, text, spot);
    this.loadingCss = firstLoading(this.loadingCss, cssLoads, text, spot);
    if (this.loadingCode === null && codeLoads(text)) this.loadingCode = spot;
  }

  /** Looks at text a script may read: data blocks, text areas. */
  noteText(text: string): void {
    if (!this.loadingText)
      this.loadingText = markupLoads(text) !== null || cssLoads(text) !== null || codeLoads(text);
  }

  /** Markup that is put into the page. */
  addMarkup(value: Value, spot: Spot): void {
    this.writesMarkup ??= spot;
    if (typeof value === 'object' && this.markup.length < MARKUP_MAX)
      this.markup.push({ ...spot, value });
  }

  /** Joins what was left open: assignments to names declared later, and arguments to the parameters they reach. */
  settle(): void {
    for (const { name, scope, value } of this.#assignments.splice(0))
      give(lookUp(scope, name) ?? declare(this.globals, name), value);
    for (const { name, scope, values, sure } of this.#calls.splice(0)) {
      const parameters = lookUp(scope, name)?.parameters;
      if (parameters === null || parameters === undefined) continue;
      parameters.names.forEach((parameter, index) => {
        const value = values[index];
        if (parameter === undefined || value === undefined) return;
        const binding = declare(parameters.scope, parameter);
        give(binding, value, sure);
        // Other calls may give it anything.
        binding.open = true;
      });
    }
  }
}
