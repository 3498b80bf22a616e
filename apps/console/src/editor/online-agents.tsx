import { useOnlineNodes } from '../api/use-live.ts';
import { Who } from '../ui/who.tsx';

/** Maximum number of agents that are named. */
const NAMED_MAX = 3;

/** Names the agents of the account that are online, as they may write in the draft too; shows nothing without one. */
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
