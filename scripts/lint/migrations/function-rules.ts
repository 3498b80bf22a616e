import type { CreateFunctionStmt, GrantStmt, Node } from 'libpg-query';
import { lastName, type LintContext } from './lint-context.ts';

function nameOfFunction(names: readonly Node[] | undefined): string {
  return (names ?? []).map((part) => lastName([part])).join('.');
}

/** Requires that a SECURITY DEFINER function sets its search path and that PUBLIC may not execute it. */
export function checkFunction(context: LintContext, statement: CreateFunctionStmt): void {
  const options = (statement.options ?? []).flatMap((node) =>
    'DefElem' in node ? [node.DefElem] : [],
  );
  const definer = options.find(({ defname }) => defname === 'security')?.arg;
  if (definer === undefined || !('Boolean' in definer) || definer.Boolean.boolval !== true) return;
  const name = nameOfFunction(statement.funcname);
  context.definers.add(name);
  const setsPath = options.some(
    ({ arg }) =>
      arg !== undefined && 'VariableSetStmt' in arg && arg.VariableSetStmt.name === 'search_path',
  );
  if (!setsPath)
    context.report(
      `${name} runs as its owner with its caller’s search path: SET search_path = pg_catalog, pg_temp.`,
    );
}

/** Refuses GRANT, because the grants are generated (ADR 018). Only revoking a function from PUBLIC is allowed. */
export function checkGrant(context: LintContext, statement: GrantStmt): void {
  if (statement.is_grant === true) {
    context.report('no GRANT: grants follow from deploy/postgres/roles.sql.');
    return;
  }
  for (const object of statement.objects ?? [])
    if ('ObjectWithArgs' in object)
      context.definers.delete(nameOfFunction(object.ObjectWithArgs.objname));
}
