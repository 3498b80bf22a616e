import pg from 'pg';

/** A node of a query plan, as printed by `explain (analyze, format json)`. */
export interface QueryPlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Schema?: string;
  readonly 'CTE Name'?: string;
  readonly 'Subplan Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly QueryPlanNode[];
}
/** How Postgres plans a prepared statement: for each set of values (custom) or once for all (generic). */
export type PlanCacheMode = 'force_custom_plan' | 'force_generic_plan';
/** The recorded plan of one execution of a prepared statement. */
export interface RecordedQueryPlan {
  readonly name: string;
  readonly mode: PlanCacheMode;
  readonly plan: QueryPlanNode;
}

const MODES: readonly PlanCacheMode[] = ['force_custom_plan', 'force_generic_plan'];
/** Maximum number of executions of one statement whose query plans are recorded. */
const SEEN_MAX = 6;

/** The `query` method of a pg client, with the one signature that the recorder of query plans uses. */
type PgClientQueryMethod = (
  this: pg.Client,
  ...args: readonly unknown[]
) => Promise<pg.QueryResult>;

/** The text of a prepared statement, and the name under which it is reported. */
interface NamedPreparedStatement {
  readonly name: string;
  readonly text: string;
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'::bytea`;
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return value.length === 0 ? `'{}'` : arrayLiteral(value);
  if (typeof value === 'string') return pg.escapeLiteral(value);
  if (typeof value === 'number' || typeof value === 'boolean') return `'${value}'`;
  throw new TypeError('a value of a form that no statement has');
}

/** Returns an SQL array literal; numbers are unquoted, because Postgres types quoted ones as text. */
function arrayLiteral(values: readonly unknown[]): string {
  const items = values.map((item) => (typeof item === 'number' ? String(item) : literal(item)));
  return `array[${items.join(', ')}]`;
}

/**
 * Records the plans of a statement, once custom and once generic, by `explain analyze` in the open transaction of `client`.
 * Undoes the changes that the statement made.
 */
async function explain(
  client: pg.Client,
  run: PgClientQueryMethod,
  named: NamedPreparedStatement,
  values: readonly unknown[],
) {
  const query = (text: string): Promise<pg.QueryResult> => run.call(client, text);
  const found: RecordedQueryPlan[] = [];
  for (const mode of MODES) {
    await query('savepoint plan');
    try {
      await query(`set local plan_cache_mode = ${mode}`);
      await query(`prepare plan as ${named.text}`);
      const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
      const { rows } = await query(
        `explain (analyze, buffers, verbose, timing off, format json) execute plan${given}`,
      );
      const [
        {
          'QUERY PLAN': [{ Plan: plan }],
        },
      ] = rows as [{ 'QUERY PLAN': [{ Plan: QueryPlanNode }] }];
      found.push({ name: named.name, mode, plan });
    } finally {
      await query('rollback to savepoint plan');
      // A rollback does not remove prepared statements. `deallocate all` would also remove those of the client.
      await query('deallocate plan');
    }
  }
  return found;
}

/** Records the query plans of all prepared statements that this process runs. */
export interface QueryPlanRecorder {
  readonly seen: readonly RecordedQueryPlan[];
  stop(): Promise<void>;
}

/**
 * Wraps `query` of all `pg` clients in this process. Reads are explained on a connection of the recorder, writes in the
 * caller's transaction before they run. `nameOf` returns the name of a statement.
 */
export async function recordPlans(
  url: string,
  nameOf: (text: string) => string,
): Promise<QueryPlanRecorder> {
  const seen: RecordedQueryPlan[] = [];
  const counts = new Map<string, number>();
  const own = new pg.Client({ connectionString: url });
  await own.connect();
  // The driver declares `query` with many overloads; the recorder wraps them with one signature.
  const original = pg.Client.prototype.query as unknown as PgClientQueryMethod;
  let turn: Promise<unknown> = Promise.resolve();
  const look = (
    client: pg.Client,
    named: NamedPreparedStatement,
    values: readonly unknown[],
  ): Promise<void> => {
    const isRead =
      !/\b(?:insert|update|delete|for (?:update|share|no key)|append|hold_right)\b/i.test(
        named.text,
      );
    const work = async (): Promise<void> => {
      if (isRead) await original.call(own, 'begin');
      try {
        seen.push(...(await explain(isRead ? own : client, original, named, values)));
      } finally {
        if (isRead) await original.call(own, 'rollback');
      }
    };
    if (!isRead) return work();
    const after = turn.then(work);
    turn = after.catch(() => undefined);
    return after;
  };
  const watched = function (this: pg.Client, ...args: unknown[]): unknown {
    const [first] = args;
    const run = () => original.apply(this, args);
    // Only prepared statements have a `name`.
    if (typeof first !== 'object' || first === null || !('name' in first && 'text' in first))
      return run();
    const text = String(first.text);
    const named = { text, name: nameOf(text) };
    const { name } = named;
    const n = counts.get(name) ?? 0;
    counts.set(name, n + 1);
    if (n >= SEEN_MAX) return run();
    const values = 'values' in first && Array.isArray(first.values) ? first.values : [];
    return look(this, named, values).then(run);
  };
  pg.Client.prototype.query = watched as typeof pg.Client.prototype.query;
  return {
    seen,
    stop: async () => {
      pg.Client.prototype.query = original as typeof pg.Client.prototype.query;
      await own.end();
    },
  };
}

/** Returns all nodes of a query plan. */
export function planNodes(plan: QueryPlanNode): readonly QueryPlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(planNodes)];
}

/** Returns the tables that a plan node and its descendants read, as `schema.table`. */
export function tablesBelow(node: QueryPlanNode, plan: QueryPlanNode): ReadonlySet<string> {
  const tables = new Set<string>();
  for (const one of planNodes(node)) {
    const table = one['Relation Name'];
    if (table !== undefined) tables.add(`${one.Schema ?? ''}.${table}`);
    const cte = one['CTE Name'];
    // A plan node that reads a CTE (WITH query) refers to the nodes that compute it, which are elsewhere in the plan.
    const source = planNodes(plan).find((other) => other['Subplan Name'] === `CTE ${cte}`);
    if (cte !== undefined && source !== undefined && !planNodes(source).includes(one))
      for (const name of tablesBelow(source, plan)) tables.add(name);
  }
  return tables;
}

/** Kinds of plan nodes that read their whole input before they return the first row. */
const WHOLE = new Set(['Seq Scan', 'Hash Join', 'Merge Join', 'Sort', 'Incremental Sort']);
/** A plan node may process four times the number of rows that the statement returns, plus this number. */
const ROWS_SPARE = 64;

/** Lists the plan nodes that read one of the large tables completely, as `statement: node over tables`. */
export function wholeNodes(
  { name, plan }: RecordedQueryPlan,
  large: ReadonlySet<string>,
): string[] {
  return planNodes(plan).flatMap((node) => {
    const over = [...tablesBelow(node, plan)].filter((table) => large.has(table)).sort();
    return WHOLE.has(node['Node Type']) && over.length > 0
      ? [`${name}: ${node['Node Type']} over ${over.join(', ')}`]
      : [];
  });
}

/** Lists the plan nodes that process many more rows than the statement returns. */
export function wideNodes({ name, mode, plan }: RecordedQueryPlan): string[] {
  const bound = 4 * plan['Actual Rows'] + ROWS_SPARE;
  return planNodes(plan).flatMap((node) => {
    const removed =
      (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
    const rows = (node['Actual Rows'] + removed) * node['Actual Loops'];
    return rows > bound
      ? [`${name} (${mode}): ${node['Node Type']} handles ${rows} rows of ${bound}`]
      : [];
  });
}
