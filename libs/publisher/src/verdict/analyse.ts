import {
  BudgetSpent,
  makeBudget,
  type Budget,
  type PageAddress,
  type Verdict,
} from './model/index.ts';
import { PageScan } from './page-scan.ts';

/**
 * Says whether a page is whole in itself, from its text alone: nothing is fetched and nothing is run, so the same
 * bytes and addresses always give the same answer. Never throws: a page that costs more than its budget is `online`,
 * not ready, and says so. Spec: publishing.ready-proven. ADR 020.
 */
export function analyse(
  html: string,
  address: PageAddress,
  budget: Budget = makeBudget(),
): Verdict {
  const scan = new PageScan(address, budget);
  const { reporter } = scan;
  try {
    scan.scan(html);
  } catch (error) {
    if (!(error instanceof BudgetSpent) && !(error instanceof RangeError)) throw error;
    reporter.add({ code: 'analysis_incomplete', online: true, unready: true });
  }
  return reporter.findings.verdict();
}
