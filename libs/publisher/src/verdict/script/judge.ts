import { IMPORT_ROW, resolveUrl, shownUrl, tidyUrl, nameSet } from '../model/index.ts';
import { OBJECT_TAGS } from './attribute-sinks.ts';
import {
  judgeModule,
  judgeOutcome,
  judgeText,
  reportUnknown,
  type LoadedAddressReportDeps,
} from './judge-address.ts';
import type { ResourceLoadingStringInScript, ValuePassedToSink } from './records.ts';
import { resolve } from './resolve.ts';
import { findBinding, runsAtLoad } from './values.ts';
import type { ScriptAddressSearchRecords } from './script-survey.ts';

const HOST_ADDRESS = /^(?:https?:)?\/\/[^/?#]/i;
const LINK_TAGS = nameSet('link image feimage use script base');

/**
 * Returns the address on another host that a text in a script would load, to show it in the warning. Undefined when there is
 * none.
 */
function externalUrl(loading: ResourceLoadingStringInScript | null): string | undefined {
  if (loading === null || !HOST_ADDRESS.test(loading.url)) return undefined;
  const target = resolveUrl(loading.url, loading.script.base);
  return target.kind === 'external' ? target.url : undefined;
}

/** Decides whether an assignment to a property loads a resource. It depends on the object: `href` loads on a link element. */
function loadsOn(
  sink: ValuePassedToSink,
  survey: ScriptAddressSearchRecords,
): 'yes' | 'no' | 'perhaps' {
  const { needs } = sink.row;
  if (needs === undefined || needs === 'address') return sink.member === true ? 'perhaps' : 'yes';
  const tags = needs === 'link' ? LINK_TAGS : OBJECT_TAGS;
  const outcomes = resolve(sink.on);
  const known = outcomes.every(({ is }) => is === 'element');
  if (known) return outcomes.some((o) => o.is === 'element' && tags.has(o.tag)) ? 'yes' : 'no';
  const seen = needs === 'link' ? survey.namesLinks || survey.hasSheetLink : survey.hasObject;
  return seen ? 'perhaps' : 'no';
}

function judgeLocation(sink: ValuePassedToSink, deps: LoadedAddressReportDeps): void {
  // Handlers such as `onclick` run after an action of the visitor; only navigation without such an action counts.
  if (sink.script.handler) return;
  for (const outcome of resolve(sink.value)) {
    if (outcome.is === 'text' && outcome.whole) {
      const target = resolveUrl(outcome.text, sink.script.base);
      const place = sink.script.place(sink.offset);
      // A navigation by code that runs while the page loads redirects every visitor, as a `refresh` in the markup does.
      if (target.kind === 'external' && outcome.sure && runsAtLoad(sink.scope))
        deps.reporter.external(target, sink.row.code, sink.row.construct, place);
      else if (target.kind !== 'none')
        reportUnknown(
          deps,
          sink,
          sink.row.construct,
          'url' in target ? shownUrl(target.url) : undefined,
        );
    } else if (!(outcome.is === 'text' && /^[#?]/.test(outcome.text)))
      reportUnknown(deps, sink, sink.row.construct);
  }
}

function judgeSink(
  sink: ValuePassedToSink,
  survey: ScriptAddressSearchRecords,
  deps: LoadedAddressReportDeps,
): void {
  const { row } = sink;
  const aliased =
    row.name === 'href' && resolve(sink.on).some((o) => o.is === 'global' && o.name === 'location');
  if (row.name === 'window.open' && !runsAtLoad(sink.scope)) return;
  if (row.name === 'location' || row.name === 'window.open' || aliased) {
    judgeLocation(sink, deps);
    return;
  }
  const loads = loadsOn(sink, survey);
  if (loads === 'no') return;
  for (const outcome of resolve(sink.value)) {
    const isText = outcome.is === 'text' && outcome.whole;
    if (row.name === 'require' || row.needs === 'address') {
      // The value of `require` may be a module name, and that of `background` a colour, so only an absolute address is
      // reported.
      if (isText && /^(?:https?:)?\/\//i.test(outcome.text))
        judgeText(outcome.text, true, row, sink, deps);
    } else if (isText && row.name === 'import()') judgeModule(outcome.text, row, sink, deps);
    else {
      const isWord =
        sink.perhapsWord === true && isText && !HOST_ADDRESS.test(tidyUrl(outcome.text));
      judgeOutcome(outcome, loads === 'yes' && !isWord, row, sink, deps);
    }
  }
}

/** True when a script gives a link an address on another host. */
function leadsElsewhere({ row, value, script }: ValuePassedToSink): boolean {
  if (row.name !== 'href') return false;
  return resolve(value).some(
    (o) => o.is === 'text' && resolveUrl(o.text, script.base).kind === 'external',
  );
}

/** Reports every request that the scripts of the page may send. Called once, after the end of the page. */
export function judgeSurvey(
  survey: ScriptAddressSearchRecords,
  deps: LoadedAddressReportDeps,
): void {
  for (const { specifier, spot, construct } of survey.imports)
    judgeModule(specifier, { ...IMPORT_ROW, construct }, spot, deps);
  for (const sink of survey.sinks) judgeSink(sink, survey, deps);
  for (const { name, scope, spot } of survey.mentions)
    if (name.startsWith("'") || findBinding(scope, name) === null) reportUnknown(deps, spot, name);
  if (survey.usesXhr !== null && !survey.opensXhr)
    reportUnknown(deps, survey.usesXhr, 'XMLHttpRequest');
  const { writesMarkup, makesScripts, makesAddresses, submits } = survey;
  for (const { value, ...spot } of survey.markup)
    for (const outcome of resolve(value))
      if (outcome.is === 'text') survey.inspectString(outcome.text, spot);
  if (survey.loadingCss !== null)
    reportUnknown(deps, survey.loadingCss, 'url()', externalUrl(survey.loadingCss));
  const hidden = survey.loadingMarkup !== null || survey.hasLoadingText;
  if (writesMarkup !== null && hidden)
    reportUnknown(deps, writesMarkup, '.innerHTML =', externalUrl(survey.loadingMarkup));
  if (makesScripts !== null) reportUnknown(deps, makesScripts, "createElement('script')");
  if (makesAddresses !== null && (hidden || survey.loadingCode !== null))
    reportUnknown(deps, makesAddresses, 'createObjectURL()');
  const formsLead = deps.reporter.findings.hasExternalForm || survey.setsAction;
  if (submits !== null && formsLead) reportUnknown(deps, submits, '.submit()');
  const click = survey.clicks.find(({ scope }) => runsAtLoad(scope));
  const leads = survey.hasExternalLink || formsLead || survey.sinks.some(leadsElsewhere);
  if (click !== undefined && leads) reportUnknown(deps, click, '.click()');
  if (survey.isFull) deps.reporter.add({ code: 'script_unparsed', unready: true });
}
