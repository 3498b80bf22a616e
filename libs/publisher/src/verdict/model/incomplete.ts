import { Findings } from './findings.ts';
import type { Verdict } from './verdict.ts';

/**
 * The verdict on a page whose analysis did not finish: `online` and not offline ready. It is never an error and never a wrong
 * `portable`.
 */
export function incompleteVerdict(): Verdict {
  const findings = new Findings();
  findings.add({ code: 'analysis_incomplete', online: true });
  return findings.verdict();
}
