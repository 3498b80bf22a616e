import type { ColumnDef, Constraint, Node } from 'libpg-query';
import { lastName, some, type LintContext } from './lint-context.ts';

/**
 * Functions that return the same value for all rows of a statement. A column default that calls only these needs no rewrite of
 * the table.
 */
const STABLE = new Set(['now', 'date_trunc', 'transaction_timestamp', 'make_interval', 'lower']);

function isVolatile(expression: Node): boolean {
  return some(
    { expression },
    (type, node) =>
      type === 'FuncCall' &&
      typeof node === 'object' &&
      node !== null &&
      'funcname' in node &&
      !STABLE.has(lastName(node.funcname as Node[])),
  );
}

/** Refuses sequences. The services make ids, because a sequence in a restored backup would return values again. */
export function refuseSerial(context: LintContext, column: ColumnDef): void {
  const isIdentity = constraintsOf(column).some(({ contype }) => contype === 'CONSTR_IDENTITY');
  if (isIdentity || /serial/.test(lastName(column.typeName?.names)))
    context.report(
      `column ${column.colname} is a sequence: ids come from the services; use text or bigint.`,
    );
}

function constraintsOf(column: ColumnDef): readonly Constraint[] {
  return (column.constraints ?? []).flatMap((node) =>
    'Constraint' in node ? [node.Constraint] : [],
  );
}

/** Refuses an added column for which Postgres would read or rewrite all rows of an existing table. */
export function checkAddedColumn(context: LintContext, table: string, column: ColumnDef): void {
  const constraints = constraintsOf(column);
  const has = (type: Constraint['contype']) => constraints.some((one) => one.contype === type);
  const what = `column ${column.colname} of ${table}`;
  refuseSerial(context, column);
  if (has('CONSTR_CHECK'))
    context.report(
      `${what} brings a check that reads every row: add the check NOT VALID by itself, then validate it.`,
    );
  if (has('CONSTR_FOREIGN'))
    context.report(
      `${what} brings a foreign key that reads every row: add the key NOT VALID by itself, then validate it.`,
    );
  if (has('CONSTR_UNIQUE') || has('CONSTR_PRIMARY'))
    context.report(
      `${what} brings an index built under a lock: create unique index concurrently, then add the constraint USING INDEX.`,
    );
  if (constraints.some((one) => one.contype === 'CONSTR_GENERATED' && one.generated_kind === 's'))
    context.report(
      `${what} is generated and stored, which rewrites the table: add a plain column and fill it by a data file.`,
    );
  if (has('CONSTR_NOTNULL') && !has('CONSTR_DEFAULT'))
    context.report(
      `${what} is not null without a default, which fails on rows: give it a constant default.`,
    );
  const value = constraints.find(({ contype }) => contype === 'CONSTR_DEFAULT')?.raw_expr;
  if (value !== undefined && isVolatile(value))
    context.report(
      `${what} has a volatile default, which rewrites the table: add it without a default, set the default by itself, then fill rows by a data file.`,
    );
}
