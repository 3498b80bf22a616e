import { useQuery } from '@tanstack/react-query';
import { useChange } from '../api/mutations.ts';
import { useRefresh } from '../api/use-refresh.ts';
import { setWorldListed, worldsQuery } from '../api/worlds.ts';
import { Choice } from '../ui/choice.tsx';
import { Problem } from '../ui/problem.tsx';

/** Selects whether public overviews may list a World. Only for its founder. */
export function WorldListing({ word }: { readonly word: string }) {
  const { data: worlds = [] } = useQuery(worldsQuery);
  const refresh = useRefresh();
  const change = useChange(setWorldListed);
  const listed = worlds.find((world) => world.word === word)?.listed;
  if (listed === undefined) return null;
  const set = async (next: boolean): Promise<void> => {
    await change.run({ word, listed: next });
    await refresh(['worlds']);
  };
  return (
    <fieldset>
      <legend>Overviews</legend>
      <Choice checked={listed} disabled={change.busy} onChange={(next) => void set(next)}>
        Public overviews may list this World
      </Choice>
      <Problem refusal={change.refusal} onAgain={change.canRepeat ? () => set(!listed) : null} />
    </fieldset>
  );
}
