import { useQuery } from '@tanstack/react-query';
import { keysQuery } from '../api/keys.ts';

/** Shows the author of a change: “you” for the owner, or the name of the agent's key. An unknown key is shown by its id. */
export function Who({ id }: { readonly id: string }) {
  const { data: keys } = useQuery(keysQuery);
  if (id === 'owner') return <span className="who">you</span>;
  const name = keys?.find((key) => key.key_id === id)?.name;
  return (
    <span className="who agent">
      <bdi>{name ?? id}</bdi>
    </span>
  );
}
