import { FindingCollector } from './findings.ts';
import type { PageVerdict } from './verdict.ts';

/**
 * The verdict on a page whose analysis did not finish: mode `online` and not offline ready. This is returned instead of an
 * error, and the page is never called `portable` by mistake.
 */
export function incompleteVerdict(): PageVerdict {
  const findings = new FindingCollector();
  findings.add({ code: 'analysis_incomplete', online: true });
  return findings.verdict();
}
