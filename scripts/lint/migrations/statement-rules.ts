import type { CreateStmt, DropStmt, IndexStmt, Node } from 'libpg-query';
import { checkAlterTable } from './alter-rules.ts';
import { refuseSerial } from './column-rules.ts';
import { checkFunction, checkGrant } from './function-rules.ts';
import { nameOf, some, typeOf, type LintContext } from './lint-context.ts';

/** Statements that migrations may not contain, each with the reason. */
const REFUSED: Readonly<Record<string, string>> = {
  TransactionStmt: 'a migration has no BEGIN or COMMIT: the runner makes the transaction.',
  VariableSetStmt: 'a migration sets nothing: lock_timeout is the runner’s.',
  DoStmt: 'a DO block hides its statements from this check: write them as statements.',
  ListenStmt: 'no LISTEN: services meet on the bus.',
  NotifyStmt: 'no NOTIFY: services meet on the bus.',
  CreateSeqStmt: 'no sequence: ids come from the services.',
  AlterSeqStmt: 'no sequence: ids come from the services.',
  LockStmt: 'no LOCK TABLE: the statements take the locks that they need.',
  VacuumStmt: 'no VACUUM: it is the operator’s.',
  ClusterStmt: 'no CLUSTER: it rewrites the table under a lock.',
  RepackStmt: 'no CLUSTER: it rewrites the table under a lock.',
  ReindexStmt: 'no REINDEX: create the index concurrently under a new name.',
  CreateTableAsStmt: 'no CREATE TABLE AS: create the table, then fill it by a data file.',
  GrantRoleStmt: 'no GRANT: grants follow from deploy/postgres/roles.sql.',
  AlterDefaultPrivilegesStmt: 'no grants: they follow from deploy/postgres/roles.sql.',
  CreateRoleStmt: 'no role: roles are in deploy/postgres/roles.sql.',
  AlterOwnerStmt: 'no owner: the role that migrates owns what it makes.',
  CreateExtensionStmt: 'no extension: the product runs on Postgres as it comes.',
  RefreshMatViewStmt: 'no materialized view.',
};
/**
 * Statements that remove or rename objects. Only a contract migration may contain them, because the previous version uses the
 * objects.
 */
const CONTRACT = new Set(['DropStmt', 'RenameStmt', 'AlterObjectSchemaStmt']);
const COMPARISONS = new Set(['AEXPR_OP', 'AEXPR_IN', 'AEXPR_BETWEEN', 'AEXPR_OP_ANY']);

/** Checks one statement of a migration file. */
export function checkStatement(context: LintContext, node: Node): void {
  const type = typeOf(node);
  const refusal = REFUSED[type];
  if (refusal !== undefined) context.report(refusal);
  else if (CONTRACT.has(type)) checkRemoval(context, node);
  else if ('GrantStmt' in node) checkGrant(context, node.GrantStmt);
  else if ('CreateFunctionStmt' in node) checkFunction(context, node.CreateFunctionStmt);
  else if ('CreateStmt' in node) checkTable(context, node.CreateStmt);
  else if ('IndexStmt' in node) checkIndex(context, node.IndexStmt);
  else if ('AlterTableStmt' in node) checkAlterTable(context, node.AlterTableStmt);
  else if ('CreateTrigStmt' in node) {
    const table = nameOf(context, node.CreateTrigStmt.relation);
    if (!context.made.has(table))
      context.report(
        `a trigger on ${table} slows every write down: do it in the service’s statement.`,
      );
  } else if ('TruncateStmt' in node) context.report('no TRUNCATE: delete rows by a data file.');
  else checkRows(context, node);
  const isRows = type === 'InsertStmt' || type === 'UpdateStmt' || type === 'DeleteStmt';
  if (context.kind === 'data' && !isRows)
    context.report('a data file changes rows only: write an expand file for the tables.');
}

function checkTable(context: LintContext, statement: CreateStmt): void {
  context.made.add(nameOf(context, statement.relation));
  for (const element of statement.tableElts ?? [])
    if ('ColumnDef' in element) refuseSerial(context, element.ColumnDef);
}

function checkIndex(context: LintContext, statement: IndexStmt): void {
  const table = nameOf(context, statement.relation);
  if (context.made.has(table) && statement.concurrent !== true) return;
  if (statement.concurrent !== true)
    context.report(
      `an index on ${table} is built under a lock: CREATE INDEX CONCURRENTLY, in a file that begins with -- no transaction.`,
    );
  else if (context.isOneTransaction)
    context.report(
      `an index on ${table} cannot be built concurrently in a transaction: begin the file with -- no transaction.`,
    );
  if (statement.idxname === undefined)
    context.report(
      `an index on ${table} has no name: name it, so that the runner finds one that is invalid.`,
    );
  if (statement.if_not_exists === true)
    context.report(
      `IF NOT EXISTS on ${statement.idxname ?? 'an index'} keeps an invalid index: leave it out, the runner looks.`,
    );
}

function checkRemoval(context: LintContext, node: Node): void {
  if ('DropStmt' in node && isIndexReplaced(node.DropStmt)) {
    if (node.DropStmt.concurrent !== true || node.DropStmt.missing_ok !== true)
      context.report(
        'an index is dropped under a lock: DROP INDEX CONCURRENTLY IF EXISTS, in a file that begins with -- no transaction.',
      );
    else if (context.isOneTransaction)
      context.report(
        'an index cannot be dropped concurrently in a transaction: begin the file with -- no transaction.',
      );
    return;
  }
  if (context.kind !== 'contract')
    context.report(
      'a drop or rename belongs into a contract file: the version before still uses the name.',
    );
}

/** True for `drop index`. No code depends on an index, so dropping one is always allowed. */
function isIndexReplaced(statement: DropStmt): boolean {
  return statement.removeType === 'OBJECT_INDEX';
}

function checkRows(context: LintContext, node: Node): void {
  const change =
    'UpdateStmt' in node ? node.UpdateStmt : 'DeleteStmt' in node ? node.DeleteStmt : null;
  if ('InsertStmt' in node) nameOf(context, node.InsertStmt.relation);
  if (change === null) return;
  const table = nameOf(context, change.relation);
  if (context.made.has(table)) return;
  if (context.kind === 'expand')
    context.report(`rows of ${table} change in an expand file: write a data file.`);
  const isBounded = some(
    { where: change.whereClause },
    (type, inner) =>
      type === 'A_Expr' &&
      typeof inner === 'object' &&
      inner !== null &&
      'kind' in inner &&
      COMPARISONS.has(String(inner.kind)) &&
      some(inner, (name) => name === 'ColumnRef'),
  );
  if (!isBounded)
    context.report(
      `every row of ${table} changes in one statement: bound it by a range of its key.`,
    );
}
