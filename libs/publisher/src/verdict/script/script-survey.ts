import { nameSet } from '../model/index.ts';
import { codeLoads, cssLoads, markupLoads, type AddressLoadedByInsertedText } from './evidence.ts';
import type {
  MarkupOrCodeInsertion,
  ResourceLoadingStringInScript,
  UndeclaredNameAssignment,
  UnresolvedFunctionCall,
  PageScript,
  ValuePassedToSink,
  PositionInScript,
} from './records.ts';
import {
  declareName,
  addValue,
  addMemberValue,
  findBinding,
  makeScriptScope,
  type ScriptScope,
  type KnownExpressionValue,
} from './values.ts';

/**
 * Returns the text that was found first, `known`, unless it is null; else the new text with the address that it would load, or
 * null when it would load nothing.
 */
function firstLoading(
  known: ResourceLoadingStringInScript | null,
  loads: (text: string) => AddressLoadedByInsertedText,
  text: string,
  spot: PositionInScript,
): ResourceLoadingStringInScript | null {
  if (known !== null) return known;
  const url = loads(text);
  return url === null ? null : { ...spot, url };
}

const ENCODED_TAG = /%3c/i;
const ENCODED_CHARS_MAX = 65_536;
function decodeMarkup(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replaceAll(/%3c/gi, '<').replaceAll(/%3e/gi, '>');
  }
}

/**
 * Maximum number of records of one kind (such as sinks) for one page. With more, the page gets the warning `script_unparsed`.
 */
const RECORDS_MAX = 50_000;
const CALLS_MAX = 20_000;
const MARKUP_MAX = 2_000;
/** Names of elements and link relations whose `href` loads a resource. */
const LINK_NAMES = nameSet('link stylesheet image feimage use base');

/**
 * The records of the survey of all scripts of a page. The scripts share one global scope, so a constant of one script may be an
 * address in another. The records are evaluated after the end of the page.
 */
export class ScriptAddressSearchRecords {
  readonly globals: ScriptScope = makeScriptScope(1, null);
  readonly sinks: ValuePassedToSink[] = [];
  insertions: MarkupOrCodeInsertion[] = [];
  readonly imports: { specifier: string; spot: PositionInScript; construct: string }[] = [];
  /** Mentions of loading functions outside a direct call (`fetch` as an argument), and unknown constructs such as `with`. */
  readonly mentions: { name: string; scope: ScriptScope; spot: PositionInScript }[] = [];
  /** The first text of a script that would load a resource if the script inserted it as markup. */
  loadingMarkup: ResourceLoadingStringInScript | null = null;
  /** The first position at which a script puts markup into the page. */
  writesMarkup: PositionInScript | null = null;
  loadingCss: ResourceLoadingStringInScript | null = null;
  /** The position of the first text that would send a request if it ran as a program. */
  loadingCode: PositionInScript | null = null;
  /** The first position at which a script creates a script element. The code in it is not known. */
  makesScripts: PositionInScript | null = null;
  makesAddresses: PositionInScript | null = null;
  /** The calls of `click()` in the scripts. */
  clicks: (PositionInScript & { readonly scope: ScriptScope })[] = [];
  /** True when text outside of programs (data blocks, text areas) would load a resource as markup, CSS or code. */
  hasLoadingText = false;
  hasSheetLink = false;
  /** True when the page has a link to another host. */
  hasExternalLink = false;
  /** True when a script sets the address of a form or the `ping` of a link. */
  setsAction = false;
  /** Markup that scripts insert into the page. It is resolved to texts after the end of the page. */
  readonly markup: (PositionInScript & { readonly value: KnownExpressionValue })[] = [];
  namesLinks = false;
  hasObject = false;
  usesXhr: PositionInScript | null = null;
  opensXhr = false;
  submits: PositionInScript | null = null;
  isFull = false;
  readonly #calls: UnresolvedFunctionCall[] = [];
  readonly #assignments: UndeclaredNameAssignment[] = [];

  addSink(sink: ValuePassedToSink): void {
    if (this.sinks.length < RECORDS_MAX) this.sinks.push(sink);
    else this.isFull = true;
  }

  /** Removes the sinks (possible loads) of an object literal that turned out to be a destructuring pattern. */
  dropMembers(script: PageScript, from: number): void {
    const kept: ValuePassedToSink[] = [];
    for (let last = this.sinks.at(-1); last !== undefined; last = this.sinks.at(-1)) {
      if (last.script !== script || last.offset < from) break;
      this.sinks.pop();
      if (last.member !== true) kept.push(last);
    }
    this.sinks.push(...kept.reverse());
  }

  addInsertion(insertion: MarkupOrCodeInsertion): void {
    if (this.insertions.length < RECORDS_MAX) this.insertions.push(insertion);
    else this.isFull = true;
  }

  addMention(name: string, scope: ScriptScope, spot: PositionInScript): void {
    if (this.mentions.length < RECORDS_MAX) this.mentions.push({ name, scope, spot });
    else this.isFull = true;
  }

  /** Records a call of a named function whose arguments may be addresses. */
  addCall(call: UnresolvedFunctionCall): void {
    if (this.#calls.length < CALLS_MAX) this.#calls.push(call);
  }

  /**
   * Records that a name gets a value: now if it is declared, else after the end of the page. Returns a function that removes
   * the value again: the parser reads `(a = 0) => …` as an assignment before it reaches the arrow.
   */
  assign(name: string, scope: ScriptScope, value: KnownExpressionValue): () => void {
    const binding = findBinding(scope, name);
    if (binding !== null) return addValue(binding, value);
    if (this.#assignments.length >= RECORDS_MAX) {
      this.isFull = true;
      return () => undefined;
    }
    const assignment = { name, scope, value };
    this.#assignments.push(assignment);
    return () => {
      const at = this.#assignments.lastIndexOf(assignment);
      if (at >= 0) this.#assignments.splice(at, 1);
    };
  }

  /** Records a value that a script writes to a member of the variable with this name, an object or a list. */
  assignMember(name: string, scope: ScriptScope, value: KnownExpressionValue): void {
    const binding = findBinding(scope, name);
    if (binding !== null) addMemberValue(binding, value);
  }

  /** Inspects a string constant of a script for text that would load a resource. */
  inspectString(text: string, spot: PositionInScript): void {
    if (text.length < 3) return;
    // A script may decode percent-encoded markup before it inserts it, so the decoded text is inspected too.
    if (ENCODED_TAG.test(text) && text.length < ENCODED_CHARS_MAX) {
      const plain = decodeMarkup(text);
      if (plain !== text) this.inspectString(plain, spot);
    }
    if (text.length < 12 && LINK_NAMES.has(text.toLowerCase())) this.namesLinks = true;
    this.loadingMarkup = firstLoading(this.loadingMarkup, markupLoads, text, spot);
    this.loadingCss = firstLoading(this.loadingCss, cssLoads, text, spot);
    if (this.loadingCode === null && codeLoads(text)) this.loadingCode = spot;
  }

  /** Inspects text outside of scripts (data blocks, text areas). A script may read and insert it. */
  inspectText(text: string): void {
    if (!this.hasLoadingText)
      this.hasLoadingText =
        markupLoads(text) !== null || cssLoads(text) !== null || codeLoads(text);
  }

  /** Records markup that a script puts into the page. */
  addMarkup(value: KnownExpressionValue, spot: PositionInScript): void {
    this.writesMarkup ??= spot;
    if (typeof value === 'object' && this.markup.length < MARKUP_MAX)
      this.markup.push({ ...spot, value });
  }

  /** Gives the recorded values to names that were declared later, and the arguments of recorded calls to parameters. */
  applyPending(): void {
    for (const { name, scope, value } of this.#assignments.splice(0))
      addValue(findBinding(scope, name) ?? declareName(this.globals, name), value);
    for (const { name, scope, values, sure } of this.#calls.splice(0)) {
      const parameters = findBinding(scope, name)?.parameters;
      if (parameters === null || parameters === undefined) continue;
      parameters.names.forEach((parameter, index) => {
        const value = values[index];
        if (parameter === undefined || value === undefined) return;
        const binding = declareName(parameters.scope, parameter);
        addValue(binding, value, sure);
        // There may be other calls of the function that were not recorded and pass any value.
        binding.open = true;
      });
    }
  }
}
