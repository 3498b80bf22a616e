import type { WebsiteRecord } from '@bridge/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { websitesQuery } from '../api/websites.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Heading } from '../ui/heading.tsx';
import { Link } from '../ui/link.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { More } from '../ui/more.tsx';
import { Time } from '../ui/time.tsx';
import { titleOf } from '../ui/title-of.ts';
import { DeletedWebsites } from './deleted-websites.tsx';
import { NewWebsite } from './new-website.tsx';

function WebsiteCard({ website }: { readonly website: WebsiteRecord }) {
  return (
    <li>
      <h2>
        <Link to={`/pages/${website.page_id}`}>
          <bdi>{titleOf(website)}</bdi>
        </Link>
      </h2>
      <p>
        <Badge kind={website.state} /> in {website.word} · revision {website.draft_revision} ·
        changed <Time iso={website.updated_at} />
        {website.has_unpublished_changes &&
          website.state === 'published' &&
          ' · has unpublished changes'}
      </p>
      {website.live_url !== null && website.visibility !== 'private' && (
        <p>
          <a href={website.live_url}>{website.live_url}</a>
        </p>
      )}
    </li>
  );
}

/** The screen that lists the websites of the account. */
export function WebsitesScreen() {
  const list = useInfiniteQuery(websitesQuery);
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <div className="row between">
        <Heading title="Websites" />
        <Button look="primary" onClick={() => setMaking(true)}>
          New website
        </Button>
      </div>
      {isMaking && <NewWebsite onClose={() => setMaking(false)} />}
      <p>Everything your agents made for you, private until published.</p>
      <Loaded query={list}>
        {({ pages }) => {
          const websites = pages.flatMap((page) => page.websites);
          return websites.length === 0 ? (
            <p className="empty">
              No website yet. Give an agent a key under <Link to="/keys">Keys</Link> and ask it for
              one, or run <code>npm run try</code>.
            </p>
          ) : (
            <ul className="cards" role="list">
              {websites.map((website) => (
                <WebsiteCard key={website.page_id} website={website} />
              ))}
            </ul>
          );
        }}
      </Loaded>
      <More list={list} />
      <DeletedWebsites />
    </>
  );
}
