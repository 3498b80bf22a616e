import type { DraftCheckAnswer } from '@bridge/contracts';
import { useState } from 'react';
import { useAction } from '../api/mutations.ts';
import { checkEdits } from '../api/publishing.ts';
import type { CodeProblem } from '../code-view/code-view-element.ts';
import { Button } from '../ui/button.tsx';
import { describeVerdict } from '../ui/describe-verdict.ts';
import { Findings, type DraftTextPosition } from '../ui/findings.tsx';
import { Problem } from '../ui/problem.tsx';
import type { EditorSession } from './editor-session.ts';

const SEVERITIES = { error: 'error', warning: 'warning', info: 'info' } as const;

/**
 * Returns the problems that the code editor marks: the secrets and warnings that a check found in the HTML, without those in
 * layers.
 */
export function marksOf({ check, places }: DraftCheckAnswer): readonly CodeProblem[] {
  const secrets = (check.found ?? [])
    .filter(({ part }) => part === 'html')
    .map(({ kind, line, column }): CodeProblem => {
      return {
        place: { line, column },
        severity: 'error',
        message: `${kind}: cannot be published`,
      };
    });
  const warnings = check.warnings.flatMap(({ severity, message }, index) => {
    const place = places[index] ?? null;
    if (place === null || place.layer_id !== null) return [];
    return [{ place, severity: SEVERITIES[severity], message }];
  });
  return [...secrets, ...warnings];
}

/** Properties of the component `ProblemsPane`, which checks the draft and lists the problems found. */
interface ProblemsPaneProps {
  readonly session: EditorSession;
  readonly onGo: (place: DraftTextPosition) => void;
  readonly onFound: (marks: readonly CodeProblem[]) => void;
}

/**
 * Lists, after a click on its button, the problems that would block or limit a publication of the shown text, each with a link
 * to its line or layer.
 */
export function ProblemsPane({ session, onGo, onFound }: ProblemsPaneProps) {
  const [verdict, setVerdict] = useState<DraftCheckAnswer | null>(null);
  const check = useAction();
  const run = (): void =>
    check.run(async () => {
      await session.keepNow();
      const found = await checkEdits(session.pageId);
      setVerdict(found);
      onFound(marksOf(found));
    });
  const count = verdict === null ? null : verdict.check.warnings.length + verdict.check.secrets;
  return (
    <section className="problems" aria-labelledby="problems-title">
      <div className="row">
        <h2 id="problems-title">Problems{count !== null && ` ${count}`}</h2>
        <Button busy={check.busy} onClick={run}>
          {verdict === null ? 'Check' : 'Check again'}
        </Button>
        <span className="hint">
          {count === null || count === 0 ? '' : 'F8 in the code goes to the next one.'}
        </span>
      </div>
      <Problem refusal={check.refusal} onAgain={run} />
      <p role="status">{verdict === null ? '' : describeVerdict(verdict)}</p>
      {verdict !== null && (
        <Findings
          verdict={verdict}
          wayTo={(place, words) => <Button onClick={() => onGo(place)}>{words}</Button>}
        />
      )}
    </section>
  );
}
