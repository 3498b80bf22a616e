import type { RefusedCallsAnswer } from '@bridge/contracts';
import type { CallCountBarData } from './bars.tsx';

/** The numbers of refused calls by minute, key, action and error code, as the service returns them. */
type RefusedCallCountsByMinute = RefusedCallsAnswer['refusals'];

/** All refused calls of one key with the same action and error code. */
export interface RefusedCallGroup {
  readonly key_id: string;
  readonly key_name: string | null;
  readonly action: string;
  readonly code: string;
  readonly n: number;
  /** The minute of the newest refused call of the group, as ISO time. */
  readonly last: string;
}

/** Number of minutes that the bar chart shows. The last one is the minute of the newest refused call. */
const MINUTES_SHOWN = 60;
const MINUTE_MS = 60_000;

/** Groups refused calls by key, action and error code; the group with the newest refused call is first. */
export function groupRefusals(rows: RefusedCallCountsByMinute): readonly RefusedCallGroup[] {
  const groups = Map.groupBy(rows, ({ key_id, action, code }) => `${key_id} ${action} ${code}`);
  return [...groups.values()]
    .flatMap(([first, ...others]): RefusedCallGroup[] => {
      if (first === undefined) return [];
      const all = [first, ...others];
      const n = all.reduce((sum, row) => sum + row.n, 0);
      const last = all.reduce((newest, row) => (row.minute > newest ? row.minute : newest), '');
      const { key_id, key_name, action, code } = first;
      return [{ key_id, key_name, action, code, n, last }];
    })
    .sort((a, b) => (a.last < b.last ? 1 : -1));
}

/**
 * Returns the numbers of refused calls in the 60 minutes up to the newest refused call, oldest first, each labelled with its
 * local time.
 */
export function minutesOf(rows: RefusedCallCountsByMinute): readonly CallCountBarData[] {
  const newest = Math.max(...rows.map(({ minute }) => Date.parse(minute)));
  const counts = new Map<number, number>();
  for (const { minute, n } of rows) {
    const at = Date.parse(minute);
    counts.set(at, (counts.get(at) ?? 0) + n);
  }
  return Array.from({ length: MINUTES_SHOWN }, (_, index) => {
    const at = newest - (MINUTES_SHOWN - 1 - index) * MINUTE_MS;
    const label = new Date(at).toLocaleString('en', {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    return { label, refused: counts.get(at) ?? 0 };
  });
}
