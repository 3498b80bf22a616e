import type { ConsoleHomeAnswer } from '@bridge/contracts';
import { hideAttention } from '../api/home.ts';
import { useAction } from '../api/mutations.ts';
import { useRefresh } from '../api/use-refresh.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { Problem } from '../ui/problem.tsx';
import { Time } from '../ui/time.tsx';
import { describeAttention } from './describe-attention.ts';

/**
 * Lists the notices that require an action of the owner. `isWhole` is false when an unavailable service may have further
 * notices.
 */
export function AttentionList({
  items,
  isWhole,
}: {
  readonly items: ConsoleHomeAnswer['attention'];
  readonly isWhole: boolean;
}) {
  const refresh = useRefresh();
  const hide = useAction();
  if (items.length === 0)
    return <p>{isWhole ? 'Nothing needs you now.' : 'This cannot be read whole now.'}</p>;
  return (
    <>
      <Problem refusal={hide.refusal} onAgain={hide.again} />
      <ul className="rows" role="list">
        {items.map((item) => {
          const { sentence, to, action, isTimed = false } = describeAttention(item);
          return (
            <li key={`${item.kind} ${item.ref}`}>
              <span aria-hidden="true">! </span>
              <span className="what">
                <bdi>{sentence}</bdi> {!isTimed && <Time iso={item.since} />}
              </span>
              <Link className="button" to={to}>
                {action}
              </Link>
              <Button
                look="plain"
                onClick={() =>
                  hide.run(async () => {
                    await hideAttention(item.kind, item.ref);
                    await refresh(['home']);
                  })
                }
              >
                Hide<span className="sr"> {sentence}</span>
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
