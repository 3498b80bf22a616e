import type { AlterTableCmd, AlterTableStmt, Constraint } from 'libpg-query';
import { checkAddedColumn } from './column-rules.ts';
import { nameOf, type LintContext } from './lint-context.ts';

/** Subcommands of `alter table` that are always allowed, because they need their lock only for an instant. */
const BRIEF = new Set([
  'AT_ColumnDefault',
  'AT_DropNotNull',
  'AT_SetStatistics',
  'AT_SetRelOptions',
  'AT_ResetRelOptions',
  'AT_ReplicaIdentity',
]);

/** Checks an `alter table` statement. */
export function checkAlterTable(context: LintContext, statement: AlterTableStmt): void {
  const table = nameOf(context, statement.relation);
  const isNew = context.made.has(table);
  if (!isNew) context.locked.add(table);
  const commands = (statement.cmds ?? []).flatMap((node) =>
    'AlterTableCmd' in node ? [node.AlterTableCmd] : [],
  );
  for (const command of commands) {
    note(context, table, command);
    if (!isNew) checkCommand(context, table, command, commands);
  }
}

/** Records the constraints that the statement adds or validates, because the rules for later statements need them. */
function note(context: LintContext, table: string, command: AlterTableCmd): void {
  const constraint = constraintOf(command);
  const name = `${table} ${constraint?.conname ?? command.name ?? ''}`;
  if (constraint !== null) {
    context.added.add(name);
    const expression = constraint.raw_expr;
    if (expression !== undefined && 'NullTest' in expression) {
      const { arg, nulltesttype } = expression.NullTest;
      const field = arg !== undefined && 'ColumnRef' in arg ? arg.ColumnRef.fields?.[0] : undefined;
      if (nulltesttype === 'IS_NOT_NULL' && field !== undefined && 'String' in field)
        context.history.notNullChecks.set(name, `${table} ${field.String.sval ?? ''}`);
    }
  }
  if (command.subtype === 'AT_ValidateConstraint') {
    const column = context.history.notNullChecks.get(name);
    if (column !== undefined) context.history.provedNotNull.add(column);
  }
}

function constraintOf(command: AlterTableCmd): Constraint | null {
  const { def } = command;
  return command.subtype === 'AT_AddConstraint' && def !== undefined && 'Constraint' in def
    ? def.Constraint
    : null;
}

function checkCommand(
  context: LintContext,
  table: string,
  command: AlterTableCmd,
  all: readonly AlterTableCmd[],
): void {
  const { subtype = '', name = '', def } = command;
  const constraint = constraintOf(command);
  if (constraint !== null) checkConstraint(context, table, constraint);
  else if (subtype === 'AT_AddColumn' && def !== undefined && 'ColumnDef' in def)
    checkAddedColumn(context, table, def.ColumnDef);
  else if (subtype === 'AT_SetNotNull') {
    if (!context.history.provedNotNull.has(`${table} ${name}`))
      context.report(
        `SET NOT NULL on ${table}.${name} reads every row under a lock: add a check (${name} is not null) NOT VALID, validate it in a later step, then set it.`,
      );
  } else if (subtype === 'AT_AlterColumnType')
    context.report(
      `changing the type of ${table}.${name} rewrites the table: add a column, fill it by a data file, and drop the old one in a contract file.`,
    );
  else if (subtype === 'AT_ValidateConstraint') {
    if (context.isOneTransaction && context.added.has(`${table} ${name}`))
      context.report(
        `${name} of ${table} is validated in the transaction that adds it, whose lock then lasts as long as the reading: begin the file with -- no transaction.`,
      );
  } else if (subtype === 'AT_DropConstraint') {
    const isReplaced = all.some((other) => constraintOf(other)?.conname === name);
    if (!isReplaced && context.kind !== 'contract')
      context.report(
        `dropping ${name} of ${table} belongs into a contract file; to change a check, drop it and add it again NOT VALID under its name in one ALTER TABLE.`,
      );
  } else if (subtype === 'AT_DropColumn') {
    if (context.kind !== 'contract')
      context.report(
        `dropping ${table}.${name} belongs into a contract file: the version before still reads it.`,
      );
  } else if (!BRIEF.has(subtype))
    context.report(
      `${subtype} on ${table} is not known to be brief: make a new table, or add a rule with its measure.`,
    );
}

function checkConstraint(context: LintContext, table: string, constraint: Constraint): void {
  const name = constraint.conname ?? '';
  const { contype = '', skip_validation: isUnchecked = false } = constraint;
  if (name === '')
    context.report(
      `a constraint of ${table} has no name: name it, so that a later file can change it.`,
    );
  if ((contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN') && !isUnchecked)
    context.report(
      `${name} on ${table} reads every row under a lock: add it NOT VALID, then validate it in a later step.`,
    );
  else if (
    (contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY') &&
    constraint.indexname === undefined
  )
    context.report(
      `${name} on ${table} builds its index under a lock: create unique index concurrently, then add the constraint USING INDEX.`,
    );
  else if (contype === 'CONSTR_NOTNULL' || contype === 'CONSTR_EXCLUSION')
    context.report(
      `${name} on ${table} reads every row under a lock: use a check NOT VALID, then validate it in a later step.`,
    );
}
