import type { Finding, History } from './history.ts';

/** The results of a run. */
export interface Outcome {
  readonly title: string;
  readonly history: History;
  readonly faults: ReadonlyMap<string, number>;
  /** Moment of the process's clock at which the last fault was over. */
  readonly healedAt: number;
  /** True when the store's own disk ran full without a fault: refusals from then on are the rig's, not the product's. */
  readonly isStoreUsedUp: boolean;
  /** Further lines of the report: how the disk was filled, how long starts took. */
  readonly notes: readonly (readonly [string, string])[];
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

function lines(title: string, counts: ReadonlyMap<string, number>): string[] {
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return [title, ...sorted.map(([name, n]) => `  ${name.padEnd(26)}${String(n).padStart(7)}`), ''];
}

function perAction(history: History): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { action } of history.effects()) counts.set(action, (counts.get(action) ?? 0) + 1);
  return counts;
}

/** The longest wait of a call for its definite answer, in the whole run and after the last fault. */
export function worstWaits({ history, healedAt }: Pick<Outcome, 'history' | 'healedAt'>): {
  readonly everMs: number;
  readonly afterHealMs: number;
} {
  let everMs = 0;
  let afterHealMs = 0;
  for (const { inv, ret } of history.calls) {
    const end = ret ?? performance.now();
    everMs = Math.max(everMs, end - inv);
    if (inv < healedAt) afterHealMs = Math.max(afterHealMs, end - healedAt);
  }
  return { everMs, afterHealMs };
}

const STORE_USED_UP =
  'The disk of the store ran full by itself: what was refused from then on says nothing about the product. Give startRig a larger disk.';

function anomalies(findings: readonly Finding[]): string[] {
  if (findings.length === 0) return [];
  const shown = findings.map(
    ({ promise, what, pageId }) =>
      `  ${promise}${pageId === undefined ? '' : ` page ${pageId}`}: ${what}`,
  );
  return ['What must not be', ...shown, ''];
}

/** The table that is printed at the end of a run. */
export function report(outcome: Outcome): string {
  const { title, history, faults, notes } = outcome;
  const { everMs, afterHealMs } = worstWaits(outcome);
  const sum = (counts: ReadonlyMap<string, number>): number =>
    [...counts.values()].reduce((all, n) => all + n, 0);
  const figures: (readonly [string, string])[] = [
    ['Calls', String(history.calls.length)],
    ['Sendings', String(sum(history.codes))],
    ['Effects', String(history.effects().length)],
    ['Replays', String(history.replays)],
    ['Pages', String(history.pages.size)],
    ['Faults', String(sum(faults))],
    ...notes,
    ['Worst wait for a definite answer', seconds(everMs)],
    ['Worst wait once all was well', seconds(afterHealMs)],
    ['Anomalies', String(history.findings.length)],
  ];
  return [
    title,
    '',
    ...lines('Faults', faults),
    ...lines('Answers, by attempt', history.codes),
    ...lines('Effects', perAction(history)),
    ...(outcome.isStoreUsedUp ? [STORE_USED_UP, ''] : []),
    ...anomalies(history.findings),
    ...figures.map(([name, value]) => `${name.padEnd(34)}${value}`),
  ].join('\n');
}
