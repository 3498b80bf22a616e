import { useQuery } from '@tanstack/react-query';
import { useRefresh } from '../api/use-refresh.ts';
import { setWorldListed, worldsQuery } from '../api/worlds.ts';
import { PublicOverviewCheckbox } from '../ui/overviews-choice.tsx';

/**
 * The checkbox with which the founder of a World (public identity) allows or forbids that the public overview of all accounts
 * lists it.
 */
export function WorldListing({ word }: { readonly word: string }) {
  const { data: worlds = [] } = useQuery(worldsQuery);
  const refresh = useRefresh();
  const listed = worlds.find((world) => world.word === word)?.listed;
  if (listed === undefined) return null;
  return (
    <PublicOverviewCheckbox
      listed={listed}
      send={(next, key) => setWorldListed({ word, listed: next }, key)}
      refresh={() => refresh(['worlds'])}
    >
      Public overviews may list this World
    </PublicOverviewCheckbox>
  );
}
