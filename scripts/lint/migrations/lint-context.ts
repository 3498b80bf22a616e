import type { Node, RangeVar } from 'libpg-query';

/** One migration file as the linter reads it. */
export interface MigrationText {
  /** `002-gone.expand.sql`. */
  readonly file: string;
  readonly text: string;
}

/** State of the rules while they read one file, and the list of reported problems. */
export interface LintContext {
  readonly schema: string;
  readonly kind: string;
  /** False for a file that begins with `-- no transaction`. */
  readonly isOneTransaction: boolean;
  /** Tables that this file makes: no other process uses them yet. */
  readonly made: Set<string>;
  /** Existing tables on which this file takes a lock that writers wait for. */
  readonly locked: Set<string>;
  /** Constraints that this file adds without validation, as `table constraint`. */
  readonly added: Set<string>;
  /** Functions of this file that run with the rights of their owner and that PUBLIC may execute. */
  readonly definers: Set<string>;
  readonly history: LintHistory;
  report(problem: string): void;
}

/** Facts that the previous files established. */
export interface LintHistory {
  /** The column of each `is not null` check, as `table constraint` to `table column`. */
  readonly notNullChecks: Map<string, string>;
  /** Columns that a validated check proves not null, as `table column`. */
  readonly provedNotNull: Set<string>;
}

/** The name of a relation with its schema; a relation without one is reported. */
export function nameOf(context: LintContext, relation: RangeVar | undefined): string {
  const { schemaname, relname = '' } = relation ?? {};
  if (schemaname === undefined)
    context.report(`${relname} has no schema: write ${context.schema}.${relname}.`);
  else if (schemaname !== context.schema)
    context.report(
      `${schemaname}.${relname} belongs to another schema: a migration changes ${context.schema} only.`,
    );
  return `${schemaname ?? context.schema}.${relname}`;
}

/** The type of a node and its content. */
export function typeOf(node: Node): string {
  return Object.keys(node)[0] ?? '';
}

/** The last part of a name such as `pg_catalog.now`. */
export function lastName(names: readonly Node[] | undefined): string {
  const last = names?.at(-1);
  return last !== undefined && 'String' in last ? (last.String.sval ?? '') : '';
}

/** True when the test holds for any node of a tree. */
export function some(tree: unknown, test: (type: string, node: unknown) => boolean): boolean {
  if (typeof tree !== 'object' || tree === null) return false;
  return Object.entries(tree).some(
    ([type, node]: [string, unknown]) => test(type, node) || some(node, test),
  );
}
