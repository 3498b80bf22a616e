import { useQuery } from '@tanstack/react-query';
import { keysQuery } from '../api/keys.ts';

/** Shows the author of a change: the owner, a key by its name, or a key that no longer exists by its id. */
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
