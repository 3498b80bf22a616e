import { useQuery } from '@tanstack/react-query';
import { newActivityQuery } from '../api/home.ts';
import { foldEffects } from '../ui/fold-effects.ts';
import { FoldedRow } from '../ui/folded-row.tsx';
import { Link } from '../ui/link.tsx';
import { QueryResultView } from '../ui/loaded.tsx';

/** Number of newest effects (committed changes) of the key that are read. */
const EFFECTS_READ = 20;
/** Maximum number of rows in the list of effects (committed changes). One row can stand for several effects. */
const ROWS_MAX = 5;

/** Lists the newest changes that were made with a key, newest first. */
export function LastEffects({ keyId }: { readonly keyId: string }) {
  const query = useQuery(newActivityQuery(`key_id=${keyId}&limit=${EFFECTS_READ}`, null));
  return (
    <section aria-labelledby="last-effects">
      <h2 id="last-effects">Last actions</h2>
      <QueryResultView query={query}>
        {({ events }) =>
          events.length === 0 ? (
            <p>Nothing yet: what the agent changes with this key is listed here.</p>
          ) : (
            <>
              <ul className="rows" role="list">
                {foldEffects(events)
                  .slice(0, ROWS_MAX)
                  .map((folded) => (
                    <FoldedRow key={folded.events.at(-1)?.id} folded={folded} />
                  ))}
              </ul>
              <p>
                <Link to={`/activity?key_id=${keyId}`}>All activity of this key</Link>
              </p>
            </>
          )
        }
      </QueryResultView>
    </section>
  );
}
