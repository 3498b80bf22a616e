import {
  dataUrlType,
  resolveUrl,
  shownUrl,
  tidyUrl,
  type ReferenceReporter,
  type ReferencingScriptConstruct,
  type WarningCode,
} from '../model/index.ts';
import type { ImportMap } from './import-map.ts';
import type { ValuePassedToSink, PositionInScript } from './records.ts';
import type { ResolvedScriptValue } from './resolve.ts';
import { runsAtLoad } from './values.ts';

/** Matches the beginning of an address that is harmless, whatever text follows it. */
const HARMLESS_START = /^(?:data:(?!text\/html|[a-z/]*xml)|blob:|about:|#)/i;

const HOST_START = /^(?:https?|wss?):\/\/[^/?#]+[/?#]|^\/\/[^/?#]+[/?#]/i;

const CODE_ROWS = new Set<WarningCode>(['external_module', 'external_worker']);

/** The dependencies of the functions that report the addresses which scripts load. */
export interface LoadedAddressReportDeps {
  readonly reporter: ReferenceReporter;
  readonly importMap: ImportMap;
  /** Searches the code in a `data:` address (`import('data:text/javascript,…')`) for addresses that it loads. */
  readCode(code: string, module: boolean, spot: PositionInScript): void;
}

/** Reports a construct of a script that may load an address which the analysis cannot determine. */
export function reportUnknown(
  deps: LoadedAddressReportDeps,
  spot: PositionInScript,
  construct: string,
  url?: string,
): void {
  deps.reporter.add({
    code: 'runtime_unknown',
    url,
    element: construct,
    place: spot.script.place(spot.offset),
    unproven: true,
  });
}

/**
 * Reports an address that a script loads and whose complete text is known. `sure` is false when it is not certain that the
 * script loads it.
 */
export function judgeText(
  raw: string,
  sure: boolean,
  row: ReferencingScriptConstruct,
  spot: PositionInScript,
  deps: LoadedAddressReportDeps,
): void {
  const { script } = spot;
  const target = resolveUrl(raw, script.base);
  const place = script.place(spot.offset);
  switch (target.kind) {
    case 'none':
      // An empty address is that of the page itself. A page that is opened from a file cannot fetch itself.
      if (row.shape === 'call' || row.shape === 'special')
        if (/^(?:#|$)/.test(tidyUrl(raw))) reportUnknown(deps, spot, row.construct);
      return;
    case 'data':
      if (CODE_ROWS.has(row.code)) deps.readCode(target.url, row.code === 'external_module', spot);
      else if (/html|xml/.test(dataUrlType(target.url)) && !/svg/.test(dataUrlType(target.url)))
        reportUnknown(deps, spot, row.construct);
      return;
    case 'script':
      reportUnknown(deps, spot, row.construct);
      return;
    case 'missing':
      if (!sure) reportUnknown(deps, spot, row.construct);
      else
        deps.reporter.add({
          code: 'missing_asset',
          url: target.url,
          element: row.construct,
          place,
          unready: true,
        });
      return;
    case 'external':
      if (!sure) reportUnknown(deps, spot, row.construct, target.url);
      else deps.reporter.external(target, row.code, row.construct, place);
  }
}

/**
 * Reports one possible value of a sink (a construct through which a script loads an address): the address, or that it is not
 * known.
 */
export function judgeOutcome(
  outcome: ResolvedScriptValue,
  sure: boolean,
  row: ReferencingScriptConstruct,
  spot: ValuePassedToSink,
  deps: LoadedAddressReportDeps,
): void {
  if (outcome.is === 'self') return;
  if (outcome.is !== 'text') {
    reportUnknown(deps, spot, row.construct);
    return;
  }
  const certain = sure && outcome.sure;
  if (outcome.whole) {
    judgeText(outcome.text, certain, row, spot, deps);
    return;
  }
  const start = tidyUrl(outcome.text.slice(0, 4096));
  if (HARMLESS_START.test(start) && !CODE_ROWS.has(row.code)) return;
  // Only the beginning of the address is known. It makes the page online only when the script certainly loads it and the code
  // runs at load.
  if (HOST_START.test(start)) judgeText(start, certain && runsAtLoad(spot.scope), row, spot, deps);
  else reportUnknown(deps, spot, row.construct, start === '' ? undefined : shownUrl(start));
}

/** Reports the addresses to which the import maps of the page resolve a module specifier. */
export function judgeModule(
  specifier: string,
  row: ReferencingScriptConstruct,
  spot: PositionInScript,
  deps: LoadedAddressReportDeps,
): void {
  const targets = deps.importMap.targets(tidyUrl(specifier));
  for (const target of targets) judgeText(target, true, row, spot, deps);
  if (targets.length > 0) return;
  deps.reporter.add({
    code: 'missing_asset',
    url: shownUrl(specifier),
    element: row.construct,
    place: spot.script.place(spot.offset),
    unready: true,
  });
}
