import { ROOT } from '@bridge/testing';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { report, type TortureRunResults } from './report.ts';

/**
 * Prints the result of a run. After a broken promise it writes the histories of the affected pages and accounts and the logs to
 * files, and prints the command that repeats the run. Returns true when no promise was broken.
 */
export function printOutcome(
  outcome: TortureRunResults,
  again: { readonly seed: number; readonly command: string },
  logs: Readonly<Record<string, string>>,
): boolean {
  console.log(`\n${report(outcome)}`);
  const { findings, pages } = outcome.history;
  if (findings.length === 0) return !outcome.isStoreUsedUp;
  const folder = join(ROOT, '.cache', 'torture');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `seed-${again.seed}.json`);
  const concerned = new Set(
    findings.flatMap(({ pageId }) => (pageId === undefined ? [] : [pageId])),
  );
  const histories = [...concerned].map((pageId) => ({
    pageId,
    events: pages.get(pageId) ?? [],
    calls: outcome.history.ofPage(pageId),
  }));
  const named = new Set(
    findings.flatMap(({ account, pageId }) =>
      account === undefined || pageId !== undefined ? [] : [account],
    ),
  );
  const accounts = [...named].map((account) => ({
    account,
    calls: outcome.history.ofAccount(account),
  }));
  writeFileSync(file, JSON.stringify({ ...again, findings, histories, accounts, logs }, null, 2));
  console.log(`\nHistory in ${file}\nAgain: ${again.command}`);
  return false;
}
