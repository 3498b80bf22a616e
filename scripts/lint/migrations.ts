import { splitStatements } from '@bridge/db';
import { loadModule, parseSync, type ParseResult } from 'libpg-query';
import { checkStatement } from './migrations/statement-rules.ts';
import type {
  LintContext,
  EarlierMigrationFacts,
  MigrationText,
} from './migrations/lint-context.ts';

await loadModule();

/**
 * Lints the migrations of a schema in order. Returns problems as `file: problem: safe form`. The rules parse SQL as Postgres
 * does, and refuse statements whose lock would block writers for long.
 */
export function lintMigrations(
  schema: string,
  migrations: readonly MigrationText[],
): readonly string[] {
  const history: EarlierMigrationFacts = { notNullChecks: new Map(), provedNotNull: new Set() };
  return migrations.flatMap((migration) => lintOne(schema, migration, history));
}

function lintOne(
  schema: string,
  { file, text }: MigrationText,
  history: EarlierMigrationFacts,
): readonly string[] {
  const problems: string[] = [];
  const context: LintContext = {
    schema,
    kind: /\.([a-z]+)\.sql$/.exec(file)?.[1] ?? '',
    isOneTransaction: !text.startsWith('-- no transaction\n'),
    made: new Set(),
    locked: new Set(),
    added: new Set(),
    definers: new Set(),
    history,
    report: (problem) => void problems.push(`${file}: ${problem}`),
  };
  const parsed = parse(text);
  if (typeof parsed === 'string') return [`${file}: ${parsed}`];
  const statements = parsed.stmts ?? [];
  for (const { stmt } of statements) if (stmt !== undefined) checkStatement(context, stmt);
  if (context.isOneTransaction && context.locked.size > 1)
    context.report(
      `${[...context.locked].join(', ')} are locked in one transaction: write a file for each, or begin with -- no transaction.`,
    );
  for (const name of context.definers)
    context.report(
      `${name} runs with the rights of its owner for everyone: REVOKE EXECUTE ON FUNCTION ${name} FROM PUBLIC, and name its callers in libs/db/src/roles/grants.ts.`,
    );
  if (splitStatements(text).length !== statements.length)
    context.report("the runner splits this text otherwise than Postgres does: write no E'…' text.");
  if (context.kind === 'contract')
    context.report('contract files are refused until backfills exist for them to wait for.');
  return problems;
}

function parse(text: string): ParseResult | string {
  try {
    return parseSync(text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
