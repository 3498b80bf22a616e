import {
  BudgetExceededError,
  makeBudget,
  type AnalysisBudget,
  type PublishedPageAddress,
  type PageVerdict,
} from './model/index.ts';
import { PageScanner } from './page-scan.ts';

/**
 * Determines the verdict on a page from its text: mode (portable or online), offline readiness and warnings. It sends no
 * request and runs no code, so the same text and addresses always give the same verdict. Never throws: a page that exceeds the
 * budget is `online`, with the warning `analysis_incomplete`. Spec: publishing.ready-proven. ADR 020.
 */
export function analyse(
  html: string,
  address: PublishedPageAddress,
  budget: AnalysisBudget = makeBudget(),
): PageVerdict {
  const scan = new PageScanner(address, budget);
  const { reporter } = scan;
  try {
    scan.scan(html);
  } catch (error) {
    if (!(error instanceof BudgetExceededError) && !(error instanceof RangeError)) throw error;
    reporter.add({ code: 'analysis_incomplete', online: true, unready: true });
  }
  return reporter.findings.verdict();
}
