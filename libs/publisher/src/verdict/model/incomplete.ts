import { Findings } from './findings.ts';
import type { Verdict } from './verdict.ts';

/** The answer where no analysis came to an end: never an error, and never a false "portable". */
export function incompleteVerdict(): Verdict {
  const findings = new Findings();
  findings.add({ code: 'analysis_incomplete', online: true, unready: true });
  return findings.verdict();
}
