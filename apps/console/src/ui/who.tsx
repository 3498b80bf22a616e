import { useQuery } from '@tanstack/react-query';
import { keysQuery } from '../api/keys.ts';

/** The actor of a change: the owner, the name of a key of the account, or the id of a key that is not listed any more. */
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
