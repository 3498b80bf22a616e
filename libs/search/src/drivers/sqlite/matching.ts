import type { Reading } from '../../search-index.ts';
import { hasPhrase, matchExpression } from './match.ts';
import { rowNumbers } from './row-list.ts';
import { rowsOf } from './rows-of.ts';
import type { Row, Statements } from './statements.ts';

/** Row numbers in the order of their rank, and whether there may be more. */
export interface RowList {
  readonly rows: readonly number[];
  readonly more: boolean;
}

/** What the full-text table tells of a reading. */
export interface Matching {
  readonly reading: Reading;
  /** Its phrases must still be looked for in the documents themselves. */
  readonly verify: boolean;
  /** So many rows after this one. */
  after(row: number | null, limit: number): RowList;
  /** How many rows there are after this one, up to so many. */
  count(row: number | null, limit: number): number;
}

/** Asks the full-text table for a reading; nothing is asked before the first call. */
export function matchingOf(reading: Reading, statements: Statements): Matching {
  const expression = matchExpression(reading);
  return {
    reading,
    verify: hasPhrase(reading) || (expression === null && (reading.none ?? []).length > 0),
    after: (row, limit) => {
      const { sql, values } = rowsOf(reading, expression, row);
      const joined = statements.of(`SELECT group_concat(row) FROM (${sql})`).get(...values, limit);
      const rows = rowNumbers((joined as unknown as Row)[0]);
      return { rows, more: rows.length === limit };
    },
    count: (row, limit) => {
      const { sql, values } = rowsOf(reading, expression, row);
      const counted = statements.of(`SELECT count(*) FROM (${sql})`).get(...values, limit);
      return Number((counted as unknown as Row)[0]);
    },
  };
}
