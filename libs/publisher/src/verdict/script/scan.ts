import { init, parse as lexModule } from 'es-module-lexer';
import {
  BudgetSpent,
  NESTING_MAX,
  readDataUrl,
  SCRIPT_REFERENCES,
  WARNING_TEXTS,
  type Base,
  type Budget,
  type Place,
  type Reporter,
} from '../model/index.ts';
import type { ImportMap } from './import-map.ts';
import { judgeScripts } from './judge.ts';
import { parseFailure } from './parse-failure.ts';
import { readScript } from './reader.ts';
import type { Insertion, Script, Spot } from './records.ts';
import { resolve } from './resolve.ts';
import type { ScriptWorld } from './world.ts';

await init();

/** A piece of JavaScript of the page. */
export interface ScriptSource {
  readonly code: string;
  /** `handler`: an `on…` attribute or a `javascript:` address. */
  readonly kind: 'classic' | 'module' | 'handler';
  readonly base: Base;
  readonly nesting: number;
  readonly place: (offset: number) => Place;
}

/** Markup that a script writes into the page while it loads. */
export type MarkupReader = (markup: string, script: Script, spot: Spot) => void;

/** Everything the scripts of one page are read into. */
export interface ScriptDeps {
  readonly world: ScriptWorld;
  readonly reporter: Reporter;
  readonly budget: Budget;
}

/** Addresses beside loading constructs, for code that is no valid JavaScript. */
const PLAIN =
  /(?:\bfetch\(|\bimport\(|\bimportScripts\(|\.src\s{0,8}=|\bnew (?:WebSocket|EventSource|Worker|SharedWorker)\(|\bfrom)\s{0,8}["'`]((?:https?:|wss?:)?\/\/[^"'`\\\s]{1,2000})/g;
const PLAIN_ROW = SCRIPT_REFERENCES.find(({ name }) => name === 'fetch');

/** Reads one script; what is not JavaScript is searched for plain addresses and marked. */
export function readSource(source: ScriptSource, deps: ScriptDeps): void {
  const script: Script = {
    base: source.base,
    module: source.kind === 'module',
    handler: source.kind === 'handler',
    nesting: source.nesting,
    place: source.place,
  };
  readCode(source.code, script, deps);
}

function readCode(code: string, script: Script, deps: ScriptDeps): void {
  try {
    readScript(code, script, deps.world, deps.budget);
  } catch (error) {
    if (error instanceof BudgetSpent) throw error;
    readUnparsed(code, script, error, deps);
  }
}

function readUnparsed(
  code: string,
  script: Script,
  error: unknown,
  { world, reporter }: ScriptDeps,
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
  for (const match of code.matchAll(PLAIN))
    if (PLAIN_ROW !== undefined)
      world.addSink({
        row: PLAIN_ROW,
        value: match[1],
        script,
        scope: world.globals,
        offset: match.index,
      });
  if (!script.module) return;
  for (const { specifier, start } of lexed(code))
    world.imports.push({ specifier, spot: { script, offset: start }, construct: 'import … from' });
}

/** The module lexer finds imports without a valid program around them. */
function lexed(code: string): readonly { specifier: string; start: number }[] {
  try {
    const [imports] = lexModule(code);
    return imports.flatMap(({ specifier, start }) =>
      typeof specifier === 'string' ? [{ specifier, start }] : [],
    );
  } catch {
    return [];
  }
}

/** Code that one insertion surely hands to the browser. */
function codeOf({ values, kind }: Insertion): readonly string[] {
  return values
    .flatMap((value) => resolve(value))
    .flatMap((o) => (o.is === 'text' && (o.whole || kind === 'write') ? [o.text] : []));
}

function isDocument({ on }: Insertion): boolean {
  if (on === undefined) return false;
  if (typeof on === 'object' && on.kind === 'member')
    return on.key === 'document' || on.key === 'contentDocument';
  return resolve(on).some((o) => o.is === 'global' && o.name === 'document');
}

function insert(insertion: Insertion, deps: ScriptDeps, readMarkup: MarkupReader): void {
  const { script, offset, kind, values } = insertion;
  const { world, reporter } = deps;
  const spot: Spot = { script, offset };
  const place = script.place(offset);
  if (kind === 'write') {
    if (!isDocument(insertion)) return;
    world.writesMarkup ??= spot;
    const whole = values
      .flatMap((value) => resolve(value))
      .every((o) => o.is === 'text' && o.whole);
    if (whole) readMarkup(codeOf(insertion).join(''), script, spot);
    return;
  }
  const outcomes = values.flatMap((value) => resolve(value));
  const code = outcomes.flatMap((o) => (o.is === 'text' && o.whole ? [o.text] : []));
  // A timer is usually given a function; only text is code.
  if (kind === 'code' && code.length < Math.max(1, outcomes.length))
    reporter.add({ code: 'runtime_unknown', element: 'eval()', place, unproven: true });
  if (script.nesting >= NESTING_MAX) throw new BudgetSpent('nesting');
  const inner: Script = {
    ...script,
    handler: true,
    nesting: script.nesting + 1,
    place: () => place,
  };
  for (const text of code) readCode(text, inner, deps);
}

/** How often code may come out of code before the rest counts as unknown. */
const ROUNDS_MAX = NESTING_MAX + 1;

/** Judges everything that was read, after the page's end; code and markup that scripts surely insert are read first. */
export function finishScripts(
  deps: ScriptDeps,
  importMap: ImportMap,
  readMarkup: MarkupReader,
): void {
  const { world, reporter } = deps;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    world.settle();
    const { insertions } = world;
    if (insertions.length === 0) break;
    world.insertions = [];
    for (const insertion of insertions) insert(insertion, deps, readMarkup);
  }
  if (world.insertions.length > 0) throw new BudgetSpent('nesting');
  judgeScripts(world, {
    reporter,
    importMap,
    readCode: (url, module, spot) => {
      const code = readDataUrl(url);
      if (code === null) return;
      const { script, offset } = spot;
      if (script.nesting >= NESTING_MAX) throw new BudgetSpent('nesting');
      const place = script.place(offset);
      readCode(
        code.text,
        { ...script, module, nesting: script.nesting + 1, place: () => place },
        deps,
      );
    },
  });
}
