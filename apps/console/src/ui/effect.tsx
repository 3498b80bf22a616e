import type { AccountEffect } from '../api/home.ts';
import { describeEffect, describeWorld, otherAuthorOf } from './describe-effect.ts';
import { Time } from './time.tsx';
import { WebsiteLink } from './website-link.tsx';

function Actor({ actor, action }: Pick<AccountEffect, 'actor' | 'action'>) {
  if (actor.type === 'owner') return <span className="who">you</span>;
  if (actor.type === 'system') return <span className="who">{otherAuthorOf(action)}</span>;
  return (
    <span className="who agent">
      <bdi>{actor.key_name ?? actor.key_id ?? 'an agent'}</bdi>
    </span>
  );
}

/** Properties of the component `Effect`, which describes a change of the account in a sentence. */
interface EffectProps {
  readonly event: AccountEffect;
  /** Number of effects of one author on one website that this row represents. */
  readonly count?: number;
  /** The revision before the first of these effects. */
  readonly from?: number | null;
}

/** Shows an effect (a committed change) of the account as a sentence. */
export function Effect({ event, count = 1, from = event.revision_before }: EffectProps) {
  const { target, revision_after: to } = event;
  return (
    <>
      <span className="what">
        <Actor actor={event.actor} action={event.action} /> {describeEffect(event)}{' '}
        {target.page_id !== null && (
          <WebsiteLink pageId={target.page_id} to={`/pages/${target.page_id}/revisions`} />
        )}
        {count > 1 && ` ${count} times`}
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
