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
 * Returns the problems that the code editor marks in the HTML of a draft: the secrets and warnings that a check found. Those in
 * layers are not among them.
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
 * After a click on its button, checks the shown text and lists the problems that would prevent or limit its publication, each
 * with a button that leads to its line or layer.
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
