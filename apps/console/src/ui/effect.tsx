import type { ConsoleActivityEvent } from '../api/home.ts';
import { describeEffects, describeWorld, otherAuthorOf, revisionsOf } from './describe-effect.ts';
import { Time } from './time.tsx';
import { WebsiteLink } from './website-link.tsx';

function Actor({ actor, action }: Pick<ConsoleActivityEvent, 'actor' | 'action'>) {
  if (actor.type === 'owner') return <span className="who">you</span>;
  if (actor.type === 'system') return <span className="who">{otherAuthorOf(action)}</span>;
  return (
    <span className="who agent">
      <bdi>{actor.key_name ?? actor.key_id ?? 'an agent'}</bdi>
    </span>
  );
}

/** Properties of the component `Effect`, which describes effects (committed changes) in one sentence. */
interface EffectSentenceProps {
  /** Effects (committed changes) of one author on one website, newest first; at least one. */
  readonly events: readonly ConsoleActivityEvent[];
}

/** Shows effects (committed changes) of one author on one website as one sentence. */
export function Effect({ events }: EffectSentenceProps) {
  const [event] = events;
  if (event === undefined) return null;
  const { target } = event;
  const { from, to } = revisionsOf(events);
  const isOneAction = events.every(({ action }) => action === event.action);
  return (
    <>
      <span className="what">
        <Actor actor={event.actor} action={event.action} /> {describeEffects(events)}{' '}
        {target.page_id !== null && (
          <WebsiteLink pageId={target.page_id} to={`/pages/${target.page_id}/revisions`} />
        )}
        {events.length > 1 && isOneAction && ` ${events.length} times`}
        {target.word !== null && (
          <span className="hint"> {describeWorld(event.action, target.word)}</span>
        )}
        {to !== null && (
          <span className="hint numbers">
            {from === null || from === to ? ` r${to}` : ` r${from} → r${to}`}
          </span>
        )}
      </span>
      <Time iso={event.at} />
    </>
  );
}
