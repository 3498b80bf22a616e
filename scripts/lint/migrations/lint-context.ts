import type { Node, RangeVar } from 'libpg-query';

/** Name and text of a migration file to lint. */
export interface MigrationText {
  /** File name, such as `002-gone.expand.sql`. */
  readonly file: string;
  readonly text: string;
}

/** State of the lint rules for one migration file, and a function that reports a problem in it. */
export interface LintContext {
  readonly schema: string;
  readonly kind: string;
  /** False for a file that begins with `-- no transaction`. */
  readonly isOneTransaction: boolean;
  /** Tables that this file creates. No process uses them yet, so locks on them block no writer. */
  readonly made: Set<string>;
  /** Existing tables on which this migration file takes a lock that blocks writers. */
  readonly locked: Set<string>;
  /** Constraints that this file adds as NOT VALID, as `table constraint`. */
  readonly added: Set<string>;
  /** SECURITY DEFINER functions of this file that PUBLIC may still execute. */
  readonly definers: Set<string>;
  readonly history: EarlierMigrationFacts;
  report(problem: string): void;
}

/** Facts from earlier migration files of the schema. */
export interface EarlierMigrationFacts {
  /** For each `is not null` check, named as `table constraint`: the column that it checks, as `table column`. */
  readonly notNullChecks: Map<string, string>;
  /** Columns, as `table column`, that are proved to be not null by a validated check. */
  readonly provedNotNull: Set<string>;
}

/** Returns the name of a table or view with its schema. Reports a problem when the schema is missing. */
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

/** Returns the type of a node in the syntax tree of Postgres, such as `SelectStmt`. */
export function typeOf(node: Node): string {
  return Object.keys(node)[0] ?? '';
}

/** Returns the last part of a qualified name such as `pg_catalog.now`. */
export function lastName(names: readonly Node[] | undefined): string {
  const last = names?.at(-1);
  return last !== undefined && 'String' in last ? (last.String.sval ?? '') : '';
}

/** True when `test` returns true for at least one node of the syntax tree. */
export function some(tree: unknown, test: (type: string, node: unknown) => boolean): boolean {
  if (typeof tree !== 'object' || tree === null) return false;
  return Object.entries(tree).some(
    ([type, node]: [string, unknown]) => test(type, node) || some(node, test),
  );
}
