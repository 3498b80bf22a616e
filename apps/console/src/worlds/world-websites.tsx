import type { MemberWorld, WebsiteRecord, WorldWebsite } from '@bridge/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useChange } from '../api/mutations.ts';
import { useRefresh } from '../api/use-refresh.ts';
import { websitesQuery } from '../api/websites.ts';
import { setWebsiteOff } from '../api/worlds.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { QueryResultView } from '../ui/loaded.tsx';
import { More } from '../ui/more.tsx';
import { Problem } from '../ui/problem.tsx';
import { Time } from '../ui/time.tsx';
import { isolate, titleOf } from '../ui/title-of.ts';
import { showUndo } from '../ui/toast.tsx';

/** Properties of the components that show one public website of a World (public identity). */
interface WorldWebsiteProps {
  readonly world: MemberWorld;
  readonly website: WorldWebsite;
}

/**
 * The button with which the founder of a World (public identity) hides a website from the World's public list, or shows it
 * there again. A toast can undo it.
 */
function OffButton({ world: { word }, website }: WorldWebsiteProps) {
  const refresh = useRefresh();
  const change = useChange(setWebsiteOff);
  const { page_id: pageId, off: isOff } = website;
  const title = isolate(titleOf(website));
  const { repeatable } = change;
  const set = async (off: boolean): Promise<void> => {
    const done = await change.run({ word, pageId, off });
    await refresh(['world', word]);
    if (done === null) return;
    const text = off ? `“${title}” is off ${word}` : `“${title}” is back on ${word}`;
    showUndo(text, setWebsiteOff, { word, pageId, off: !off }, () => refresh(['world', word]));
  };
  return (
    <>
      <Button busy={change.busy} onClick={() => void set(!isOff)}>
        {isOff ? 'Put back' : 'Take off'}
        <span className="sr"> {title}</span>
      </Button>
      <Problem
        refusal={change.refusal}
        onAgain={repeatable === null ? null : () => set(repeatable.off)}
      />
    </>
  );
}

function PublicWebsite({ world, website }: WorldWebsiteProps) {
  const title = <bdi>{titleOf(website)}</bdi>;
  return (
    <li>
      <span className="what">
        {website.mine ? (
          <Link to={`/pages/${website.page_id}/public`}>{title}</Link>
        ) : website.off ? (
          title
        ) : (
          <a href={`${world.world_url}${website.page_id}`}>{title}</a>
        )}{' '}
        <span className="hint">
          {website.mine ? 'yours, ' : ''}published <Time iso={website.published_at} />
          {website.off && ' · taken off: only its own address shows it'}
        </span>
      </span>
      {world.role === 'founder' && <OffButton world={world} website={website} />}
    </li>
  );
}

/** Lists the public websites of a World (public identity), newest first. */
export function WorldWebsites({
  world,
  websites,
}: {
  readonly world: MemberWorld;
  readonly websites: readonly WorldWebsite[] | null;
}) {
  return (
    <section aria-labelledby="public-websites">
      <h2 id="public-websites">Public websites</h2>
      {websites === null && (
        <p className="banner" role="status">
          The websites cannot be read now. They appear again by themselves.
        </p>
      )}
      {websites?.length === 0 && <p>No website is public here yet.</p>}
      {websites !== null && websites.length > 0 && (
        <ul className="rows" role="list">
          {websites.map((website) => (
            <PublicWebsite key={website.page_id} world={world} website={website} />
          ))}
        </ul>
      )}
    </section>
  );
}

function OwnWebsite({ website }: { readonly website: WebsiteRecord }) {
  return (
    <li>
      <span className="what">
        <Link to={`/pages/${website.page_id}`}>
          <bdi>{titleOf(website)}</bdi>
        </Link>{' '}
        <Badge kind={website.state} />
      </span>
      <span className="hint">
        changed <Time iso={website.updated_at} />
      </span>
    </li>
  );
}

/** Lists the account's own websites in a World (public identity), including drafts. */
export function OwnWebsites({ word }: { readonly word: string }) {
  const list = useInfiniteQuery(websitesQuery(`word=${word}`));
  return (
    <section aria-labelledby="own-websites">
      <h2 id="own-websites">Your websites here</h2>
      <QueryResultView query={list}>
        {({ pages }) => {
          const websites = pages.flatMap((page) => page.websites);
          return websites.length === 0 ? (
            <p>You have no website in this World, not even a draft.</p>
          ) : (
            <ul className="rows" role="list">
              {websites.map((website) => (
                <OwnWebsite key={website.page_id} website={website} />
              ))}
            </ul>
          );
        }}
      </QueryResultView>
      <More list={list} />
    </section>
  );
}
