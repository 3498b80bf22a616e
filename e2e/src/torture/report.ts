import type { CallRecord, GuaranteeViolation, TortureRunHistory } from './history.ts';

/** The results of a torture run. */
export interface TortureRunResults {
  readonly title: string;
  readonly history: TortureRunHistory;
  readonly faults: ReadonlyMap<string, number>;
  /** Time at which the last fault ended, in ms of the process's clock. */
  readonly healedAt: number;
  /** True when the blob store filled its disk without a fault. Refusals after that are not the product's fault. */
  readonly isStoreUsedUp: boolean;
  /** Further lines of the report, as pairs of label and text. */
  readonly notes: readonly (readonly [string, string])[];
}

function lines(title: string, counts: ReadonlyMap<string, number>): string[] {
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return [title, ...sorted.map(([name, n]) => `  ${name.padEnd(26)}${String(n).padStart(7)}`), ''];
}

function perAction(calls: readonly CallRecord[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { action } of calls) counts.set(action, (counts.get(action) ?? 0) + 1);
  return counts;
}

/** The longest time that a call waited for its definite answer, in ms. */
interface LongestWait {
  readonly ms: number;
  /** The action of the call that waited. */
  readonly action: string;
}

const wait = ({ ms, action }: LongestWait): string => `${(ms / 1_000).toFixed(1)} s, ${action}`;

/** Returns the longest waits in the whole run (`ever`) and after the last fault (`afterHeal`). */
export function worstWaits({
  history,
  healedAt,
}: Pick<TortureRunResults, 'history' | 'healedAt'>): {
  readonly ever: LongestWait;
  readonly afterHeal: LongestWait;
} {
  const longest = (waits: readonly LongestWait[]): LongestWait =>
    waits.reduce((worst, one) => (one.ms > worst.ms ? one : worst), { ms: 0, action: 'none' });
  const ends = history.calls.map(({ action, inv, ret }) => ({
    action,
    inv,
    end: ret ?? performance.now(),
  }));
  return {
    ever: longest(ends.map(({ action, inv, end }) => ({ action, ms: end - inv }))),
    afterHeal: longest(
      ends
        .filter(({ inv }) => inv < healedAt)
        .map(({ action, end }) => ({ action, ms: end - healedAt })),
    ),
  };
}

const STORE_USED_UP =
  'The disk of the store ran full by itself: what was refused from then on says nothing about the product. Give startRig a larger disk.';

function anomalies(findings: readonly GuaranteeViolation[]): string[] {
  if (findings.length === 0) return [];
  const shown = findings.map(
    ({ promise, what, account, pageId }) =>
      `  ${promise}${pageId === undefined ? '' : ` page ${pageId}`}: ${what}${account === undefined ? '' : ` (${account})`}`,
  );
  return ['Anomalies', ...shown, ''];
}

/** Formats the table that is printed at the end of a run. */
export function report(outcome: TortureRunResults): string {
  const { title, history, faults, notes } = outcome;
  const { ever, afterHeal } = worstWaits(outcome);
  const sum = (counts: ReadonlyMap<string, number>): number =>
    [...counts.values()].reduce((all, n) => all + n, 0);
  const figures: (readonly [string, string])[] = [
    ['Calls', String(history.calls.length)],
    ['Attempts', String(sum(history.codes))],
    ['Effects', String(history.effects().length)],
    ['Replays', String(history.replays)],
    ['Pages', String(history.pages.size)],
    ['Faults', String(sum(faults))],
    ...notes,
    ['Longest wait for an answer', wait(ever)],
    ['Longest wait after the faults', wait(afterHeal)],
    ['Anomalies', String(history.findings.length)],
  ];
  return [
    title,
    '',
    ...lines('Faults', faults),
    ...lines('Answers, by attempt', history.codes),
    ...lines('Calls', perAction(history.calls)),
    ...lines('Effects', perAction(history.effects())),
    ...(outcome.isStoreUsedUp ? [STORE_USED_UP, ''] : []),
    ...anomalies(history.findings),
    ...figures.map(([name, value]) => `${name.padEnd(44)}${value}`),
  ].join('\n');
}
