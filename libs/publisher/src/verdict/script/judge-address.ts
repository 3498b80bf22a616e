import {
  dataUrlType,
  resolveUrl,
  shownUrl,
  tidyUrl,
  type Reporter,
  type ScriptReference,
  type WarningCode,
} from '../model/index.ts';
import type { ImportMap } from './import-map.ts';
import type { Sink, Spot } from './records.ts';
import type { Outcome } from './resolve.ts';
import { runsAtOnce } from './values.ts';

/** Beginnings that decide where an address leads although its rest is unknown. */
const HARMLESS_START = /^(?:data:(?!text\/html|[a-z/]*xml)|blob:|about:|#)/i;

const HOST_START = /^(?:https?|wss?):\/\/[^/?#]+[/?#]|^\/\/[^/?#]+[/?#]/i;

const CODE_ROWS = new Set<WarningCode>(['external_module', 'external_worker']);

/** What the judge needs beside the world. */
export interface JudgeDeps {
  readonly reporter: Reporter;
  readonly importMap: ImportMap;
  /** Reads code that an address carries in itself (`import('data:text/javascript,…')`). */
  readCode(code: string, module: boolean, spot: Spot): void;
}

/** Reports a place where the survey cannot tell what is loaded. */
export function unknown(deps: JudgeDeps, spot: Spot, construct: string, url?: string): void {
  deps.reporter.add({
    code: 'runtime_unknown',
    url,
    element: construct,
    place: spot.script.place(spot.offset),
    unproven: true,
  });
}

/** Reports where a whole address leads; `sure` false when it may never be used. */
export function judgeText(
  raw: string,
  sure: boolean,
  row: ScriptReference,
  spot: Spot,
  deps: JudgeDeps,
): void {
  const { script } = spot;
  const target = resolveUrl(raw, script.base);
  const place = script.place(spot.offset);
  switch (target.kind) {
    case 'none':
      // An empty address is the page's own, and a file is not asked for itself.
      if (row.shape === 'call' || row.shape === 'special')
        if (/^(?:#|$)/.test(tidyUrl(raw))) unknown(deps, spot, row.construct);
      return;
    case 'data':
      if (CODE_ROWS.has(row.code)) deps.readCode(target.url, row.code === 'external_module', spot);
      else if (/html|xml/.test(dataUrlType(target.url)) && !/svg/.test(dataUrlType(target.url)))
        unknown(deps, spot, row.construct);
      return;
    case 'script':
      unknown(deps, spot, row.construct);
      return;
    case 'missing':
      if (!sure) unknown(deps, spot, row.construct);
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
      if (!sure) unknown(deps, spot, row.construct, target.url);
      else deps.reporter.external(target, row.code, row.construct, place);
  }
}

/** Reports what one possible value of a sink loads. */
export function judgeOutcome(
  outcome: Outcome,
  sure: boolean,
  row: ScriptReference,
  spot: Sink,
  deps: JudgeDeps,
): void {
  if (outcome.is === 'self') return;
  if (outcome.is !== 'text') {
    unknown(deps, spot, row.construct);
    return;
  }
  const certain = sure && outcome.sure;
  if (outcome.whole) {
    judgeText(outcome.text, certain, row, spot, deps);
    return;
  }
  const start = tidyUrl(outcome.text.slice(0, 4096));
  if (HARMLESS_START.test(start) && !CODE_ROWS.has(row.code)) return;
  // An address put together in a function that may never run is named, but does not decide.
  if (HOST_START.test(start)) judgeText(start, certain && runsAtOnce(spot.scope), row, spot, deps);
  else unknown(deps, spot, row.construct, start === '' ? undefined : shownUrl(start));
}

/** Reports where the specifier of a module leads through the import maps. */
export function judgeModule(
  specifier: string,
  row: ScriptReference,
  spot: Spot,
  deps: JudgeDeps,
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
