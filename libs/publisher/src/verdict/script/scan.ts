import { init, parse as lexModule } from 'es-module-lexer';
import {
  BudgetExceededError,
  NESTING_MAX,
  readDataUrl,
  FETCH_ROW,
  WARNING_TEXTS,
  type AnalysisBudget,
  type ReferenceReporter,
} from '../model/index.ts';
import type { ImportMap } from './import-map.ts';
import { judgeSurvey } from './judge.ts';
import { parseFailure } from './parse-failure.ts';
import { readScript } from './reader.ts';
import type { MarkupOrCodeInsertion, PageScript, PositionInScript } from './records.ts';
import { resolve } from './resolve.ts';
import type { ScriptAddressSearchRecords } from './script-survey.ts';

await init();

/** A function that analyses markup which a script writes into the page at load (`document.write`). */
export type DocumentWriteMarkupReader = (markup: string, spot: PositionInScript) => void;

/** The dependencies of the survey, which searches all scripts of one page for addresses that they load. */
export interface ScriptAddressSearchDeps {
  readonly survey: ScriptAddressSearchRecords;
  readonly reporter: ReferenceReporter;
  readonly budget: AnalysisBudget;
}

/** Matches code that loads an address, such as `fetch('https://…')`. Used for code that is not valid JavaScript. */
const ADDRESS_IN_INVALID_CODE =
  /(?:\bfetch\(|\bimport\(|\bimportScripts\(|\.src\s{0,8}=|\bnew (?:WebSocket|EventSource|Worker|SharedWorker)\(|\bfrom)\s{0,8}["'`]((?:https?:|wss?:)?\/\/[^"'`\\\s]{1,2000})/g;

/**
 * Records the addresses that one script of a page loads. Code that is not valid JavaScript is reported and searched for literal
 * addresses.
 */
export function surveyScript(
  code: string,
  script: PageScript,
  deps: ScriptAddressSearchDeps,
): void {
  try {
    readScript(code, script, deps.survey, deps.budget);
  } catch (error) {
    if (error instanceof BudgetExceededError) throw error;
    readUnparsed(code, script, error, deps);
  }
}

function readUnparsed(
  code: string,
  script: PageScript,
  error: unknown,
  { survey, reporter }: ScriptAddressSearchDeps,
): void {
  const { reason, offset } = parseFailure(error);
  const { message } = WARNING_TEXTS.script_unparsed;
  reporter.add({
    code: 'script_unparsed',
    element: 'script',
    message: `${message} The parser stopped here: ${reason}`,
    place: script.place(offset),
    unready: true,
  });
  for (const match of code.matchAll(ADDRESS_IN_INVALID_CODE))
    survey.addSink({
      row: FETCH_ROW,
      value: match[1],
      script,
      scope: survey.globals,
      offset: match.index,
    });
  if (!script.module) return;
  for (const { specifier, start } of importsByLexer(code))
    survey.imports.push({ specifier, spot: { script, offset: start }, construct: 'import … from' });
}

/** Finds the imports of a module with the module lexer (es-module-lexer), which does not need valid JavaScript. */
function importsByLexer(code: string): readonly { specifier: string; start: number }[] {
  try {
    const [imports] = lexModule(code);
    return imports.flatMap(({ specifier, start }) =>
      typeof specifier === 'string' ? [{ specifier, start }] : [],
    );
  } catch {
    return [];
  }
}

function isDocument({ on }: MarkupOrCodeInsertion): boolean {
  if (on === undefined) return false;
  if (typeof on === 'object' && on.kind === 'member')
    return on.key === 'document' || on.key === 'contentDocument';
  return resolve(on).some((o) => o.is === 'global' && o.name === 'document');
}

function readInsertion(
  insertion: MarkupOrCodeInsertion,
  deps: ScriptAddressSearchDeps,
  readMarkup: DocumentWriteMarkupReader,
): void {
  const { script, offset, kind, values } = insertion;
  const { survey, reporter } = deps;
  if (kind === 'write' && !isDocument(insertion)) return;
  const place = script.place(offset);
  const outcomes = values.flatMap((value) => resolve(value));
  const known = outcomes.flatMap((o) => (o.is === 'text' && o.whole ? [o.text] : []));
  if (kind === 'write') {
    survey.writesMarkup ??= { script, offset };
    if (known.length === outcomes.length) readMarkup(known.join(''), { script, offset });
    return;
  }
  // The argument of a timer is usually a function, so an unknown argument is not reported.
  if (kind === 'code' && known.length < Math.max(1, outcomes.length))
    reporter.add({ code: 'runtime_unknown', element: 'eval()', place, unproven: true });
  if (script.nesting >= NESTING_MAX) throw new BudgetExceededError('nesting');
  const inner: PageScript = {
    ...script,
    handler: true,
    nesting: script.nesting + 1,
    place: () => place,
  };
  for (const text of known) surveyScript(text, inner, deps);
}

/** Maximum number of rounds in which code that scripts insert is read. Inserted code may itself insert code. */
const INSERTION_ROUNDS_MAX = NESTING_MAX + 1;

/**
 * Reads the code and markup that the scripts insert, then reports what all scripts of the page load. Called when the whole page
 * has been read.
 */
export function finishSurvey(
  deps: ScriptAddressSearchDeps,
  importMap: ImportMap,
  readMarkup: DocumentWriteMarkupReader,
): void {
  const { survey, reporter } = deps;
  for (let round = 0; round < INSERTION_ROUNDS_MAX; round += 1) {
    survey.applyPending();
    const { insertions } = survey;
    if (insertions.length === 0) break;
    survey.insertions = [];
    for (const insertion of insertions) readInsertion(insertion, deps, readMarkup);
  }
  if (survey.insertions.length > 0) throw new BudgetExceededError('nesting');
  judgeSurvey(survey, {
    reporter,
    importMap,
    readCode: (url, module, spot) => {
      const code = readDataUrl(url);
      if (code === null) return;
      const { script, offset } = spot;
      if (script.nesting >= NESTING_MAX) throw new BudgetExceededError('nesting');
      const place = script.place(offset);
      const inner = { ...script, module, nesting: script.nesting + 1, place: () => place };
      surveyScript(code.text, inner, deps);
    },
  });
}
