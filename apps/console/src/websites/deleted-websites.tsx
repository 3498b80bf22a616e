import type { DeletedWebsiteListPage } from '@bridge/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { deletedQuery, undeletePage } from '../api/deletion.ts';
import { useChange } from '../api/mutations.ts';
import { useRefresh } from '../api/use-refresh.ts';
import { Button } from '../ui/button.tsx';
import { QueryResultView } from '../ui/loaded.tsx';
import { More } from '../ui/more.tsx';
import { Problem } from '../ui/problem.tsx';
import { Time } from '../ui/time.tsx';
import { isolate, titleOf } from '../ui/title-of.ts';

/** A deleted website that can still be restored. */
type DeletedWebsite = DeletedWebsiteListPage['websites'][number];

function DeletedRow({ website }: { readonly website: DeletedWebsite }) {
  const refresh = useRefresh();
  const restore = useChange(undeletePage);
  const run = async (): Promise<void> => {
    await restore.run({ pageId: website.page_id, revision: website.draft_revision });
    await refresh(['deleted'], ['websites']);
  };
  return (
    <li>
      <span className="what">
        <bdi>{titleOf(website)}</bdi> <span className="hint">in {website.word}</span>
        <br />
        removed for good <Time iso={website.purge_at} />
        <Problem refusal={restore.refusal} onAgain={restore.canRepeat ? run : null} />
      </span>
      <Button busy={restore.busy} onClick={() => void run()}>
        Bring back<span className="sr"> {isolate(titleOf(website))}</span>
      </Button>
    </li>
  );
}

/** Lists the deleted websites that can still be restored; shows nothing when there are none. */
export function DeletedWebsites() {
  const list = useInfiniteQuery(deletedQuery);
  return (
    <QueryResultView query={list}>
      {({ pages }) => {
        const websites = pages.flatMap((page) => page.websites);
        return websites.length === 0 ? null : (
          <section aria-labelledby="deleted">
            <h2 id="deleted">Deleted</h2>
            <ul className="rows" role="list">
              {websites.map((website) => (
                <DeletedRow key={website.page_id} website={website} />
              ))}
            </ul>
            <More list={list} />
          </section>
        );
      }}
    </QueryResultView>
  );
}
