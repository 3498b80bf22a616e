import { useOnlineNodes } from '../api/use-live.ts';
import { Who } from '../ui/who.tsx';

/** Maximum number of online agents whose names are shown; further ones are counted. */
const NAMED_MAX = 3;

/**
 * Shows the names of the account's agents that are online, since they may change this draft. Shows nothing when no agent is
 * online.
 */
export function OnlineAgents() {
  const ids = [...new Set(useOnlineNodes().map(({ key_id: id }) => id))];
  if (ids.length === 0) return null;
  const others = ids.length - NAMED_MAX;
  return (
    <p className="hint online-agents">
      {ids.slice(0, NAMED_MAX).map((id) => (
        <span key={id}>
          <span className="dot online" aria-hidden="true" /> <Who id={id} />{' '}
        </span>
      ))}
      {others > 0 && `and ${others} more `}
      online
    </p>
  );
}
