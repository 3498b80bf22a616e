import { Findings } from './findings.ts';
import type { Verdict } from './verdict.ts';

/** The verdict of a page whose analysis did not finish: `online` and not ready, never an error or a false "portable". */
export function incompleteVerdict(): Verdict {
  const findings = new Findings();
  findings.add({ code: 'analysis_incomplete', online: true });
  return findings.verdict();
}
