import { resolveUrl, shownUrl, tidyUrl, type ScriptReference } from '../model/index.ts';
import { judgeModule, judgeOutcome, judgeText, unknown, type JudgeDeps } from './judge-address.ts';
import type { LoadingSpot, Sink } from './records.ts';
import { resolve } from './resolve.ts';
import { lookUp, runsAtOnce } from './values.ts';
import type { ScriptWorld } from './world.ts';

const HOST = /^(?:https?:)?\/\/[^/?#]/i;
const LINK_TAGS = new Set(['link', 'image', 'feimage', 'use', 'script', 'base']);
const OBJECT_TAGS = new Set(['object', 'embed']);

/** The address of another host in a string, for the warning. */
function externalUrl(loading: LoadingSpot | null): string | undefined {
  if (loading === null || !HOST.test(loading.url)) return undefined;
  const target = resolveUrl(loading.url, loading.script.base);
  return target.kind === 'external' ? target.url : undefined;
}

/** Whether the thing a property is set on loads by it: yes, no, or perhaps. */
function loadsOn(sink: Sink, world: ScriptWorld): 'yes' | 'no' | 'perhaps' {
  const { needs } = sink.row;
  if (needs === undefined || needs === 'address') return sink.member === true ? 'perhaps' : 'yes';
  const tags = needs === 'link' ? LINK_TAGS : OBJECT_TAGS;
  const outcomes = resolve(sink.on);
  const known = outcomes.every(({ is }) => is === 'element');
  if (known) return outcomes.some((o) => o.is === 'element' && tags.has(o.tag)) ? 'yes' : 'no';
  const seen = needs === 'link' ? world.linkNames || world.sheetLinkSeen : world.objectSeen;
  return seen ? 'perhaps' : 'no';
}

function judgeLocation(sink: Sink, deps: JudgeDeps): void {
  // A person's click may lead anywhere; only what a page does by itself is its own.
  if (sink.script.handler) return;
  for (const outcome of resolve(sink.value)) {
    if (outcome.is === 'text' && outcome.whole) {
      const target = resolveUrl(outcome.text, sink.script.base);
      const place = sink.script.place(sink.offset);
      // What runs as the page loads sends every visitor on, as a refresh does.
      if (target.kind === 'external' && outcome.sure && runsAtOnce(sink.scope))
        deps.reporter.external(target, sink.row.code, sink.row.construct, place);
      else if (target.kind !== 'none')
        unknown(deps, sink, sink.row.construct, 'url' in target ? shownUrl(target.url) : undefined);
    } else if (!(outcome.is === 'text' && /^[#?]/.test(outcome.text)))
      unknown(deps, sink, sink.row.construct);
  }
}

function judgeSink(sink: Sink, world: ScriptWorld, deps: JudgeDeps): void {
  const { row } = sink;
  const aliased =
    row.name === 'href' && resolve(sink.on).some((o) => o.is === 'global' && o.name === 'location');
  if (row.name === 'window.open' && !runsAtOnce(sink.scope)) return;
  if (row.name === 'location' || row.name === 'window.open' || aliased) {
    judgeLocation(sink, deps);
    return;
  }
  const loads = loadsOn(sink, world);
  if (loads === 'no') return;
  for (const outcome of resolve(sink.value)) {
    const isText = outcome.is === 'text' && outcome.whole;
    if (row.name === 'require' || row.needs === 'address') {
      // Module names and colours are no addresses; whole addresses are.
      if (isText && /^(?:https?:)?\/\//i.test(outcome.text))
        judgeText(outcome.text, true, row, sink, deps);
    } else if (isText && row.name === 'import()') judgeModule(outcome.text, row, sink, deps);
    else {
      const isWord = sink.perhapsWord === true && isText && !HOST.test(tidyUrl(outcome.text));
      judgeOutcome(outcome, loads === 'yes' && !isWord, row, sink, deps);
    }
  }
}

/** A link's address, set by a script and of another host, or of one nobody can tell. */
function leadsElsewhere({ row, value, script }: Sink): boolean {
  if (row.name !== 'href') return false;
  return resolve(value).some(
    (o) => o.is === 'text' && resolveUrl(o.text, script.base).kind === 'external',
  );
}

const IMPORT_ROW = (construct: string): ScriptReference => ({
  construct,
  shape: 'import',
  name: 'import',
  argument: 0,
  class: 'required',
  code: 'external_module',
  source: '',
});

/** Reports everything the page's scripts may ask for; called once, when the page has been read to its end. */
export function judgeScripts(world: ScriptWorld, deps: JudgeDeps): void {
  for (const { specifier, spot, construct } of world.imports)
    judgeModule(specifier, IMPORT_ROW(construct), spot, deps);
  for (const sink of world.sinks) judgeSink(sink, world, deps);
  for (const { name, scope, spot } of world.mentions)
    if (name.startsWith("'") || lookUp(scope, name) === null) unknown(deps, spot, name);
  if (world.xhrUsed !== null && !world.xhrOpened) unknown(deps, world.xhrUsed, 'XMLHttpRequest');
  const { writesMarkup, makesScripts, makesAddresses, submits } = world;
  for (const { value, ...spot } of world.markup)
    for (const outcome of resolve(value))
      if (outcome.is === 'text') world.noteString(outcome.text, spot);
  if (world.loadingCss !== null)
    unknown(deps, world.loadingCss, 'url()', externalUrl(world.loadingCss));
  const hidden = world.loadingMarkup !== null || world.loadingText;
  if (writesMarkup !== null && hidden)
    unknown(deps, writesMarkup, '.innerHTML =', externalUrl(world.loadingMarkup));
  if (makesScripts !== null) unknown(deps, makesScripts, "createElement('script')");
  if (makesAddresses !== null && (hidden || world.loadingCode !== null))
    unknown(deps, makesAddresses, 'createObjectURL()');
  const formsLead = deps.reporter.findings.hasExternalForm || world.setsAction;
  if (submits !== null && formsLead) unknown(deps, submits, '.submit()');
  const click = world.clicks.find(({ scope }) => runsAtOnce(scope));
  const leads = world.externalLinkSeen || formsLead || world.sinks.some(leadsElsewhere);
  if (click !== undefined && leads) unknown(deps, click, '.click()');
  if (world.overflow) deps.reporter.add({ code: 'script_unparsed', unready: true });
}
