import {
  BudgetSpent,
  makeBudget,
  type Budget,
  type PageAddress,
  type Verdict,
} from './model/index.ts';
import { PageScan } from './page-scan.ts';

/**
 * Decides from the text of a page whether it needs other resources. It sends no request and runs no code, so the same bytes
 * and addresses always give the same verdict. Never throws: a page that exceeds the budget is `online`, not ready, with the
 * warning `analysis_incomplete`. Spec: publishing.ready-proven. ADR 020.
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
