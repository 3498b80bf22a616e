import type { WebsiteRecord } from '@bridge/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { websitesQuery } from '../api/websites.ts';
import { worldsQuery } from '../api/worlds.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { FilterSelect, useSearchValue } from '../ui/filter-select.tsx';
import { Heading } from '../ui/heading.tsx';
import { Link } from '../ui/link.tsx';
import { QueryResultView } from '../ui/loaded.tsx';
import { More } from '../ui/more.tsx';
import { useSearch } from '../ui/router.ts';
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

const WEBSITE_FILTERS = ['word', 'state'] as const;
const STATES = ['draft', 'published'] as const;

/** Returns the filters in the query of the screen's address as a query string that the service's route of websites accepts. */
function websiteFilterOf(search: URLSearchParams): string {
  const filter = new URLSearchParams();
  for (const name of WEBSITE_FILTERS) {
    const value = search.get(name);
    if (value !== null) filter.set(name, value);
  }
  return filter.toString();
}

/** Shows the fields that filter the list of websites; the screen's address stores their values. */
function WebsiteFilters() {
  const { data: worlds = [] } = useQuery(worldsQuery);
  return (
    <div className="row filters">
      <FilterSelect name="word" label="World" options={worlds.map(({ word }) => [word, word])} />
      <FilterSelect name="state" label="State" options={STATES.map((state) => [state, state])} />
    </div>
  );
}

function NoWebsites({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <p className="empty">
      No website fits these filters. <Link to="/websites">Show all websites</Link>.
    </p>
  ) : (
    <p className="empty">
      No website yet. Give an agent a key under <Link to="/keys">Keys</Link> and ask it for one, or{' '}
      <Link to="/websites?new">make one yourself</Link>.
    </p>
  );
}

/** The screen that lists the websites of the account. The query of its address contains the filters. */
export function WebsitesScreen() {
  const search = useSearch();
  const filter = websiteFilterOf(search);
  const list = useInfiniteQuery(websitesQuery(filter));
  const [, setNew] = useSearchValue('new');
  return (
    <>
      <div className="row between">
        <Heading title="Websites" />
        <Button look="primary" onClick={() => setNew('yes')}>
          New website
        </Button>
      </div>
      {search.has('new') && <NewWebsite onClose={() => setNew('')} />}
      <p>Everything that you and your agents made, private until published.</p>
      <WebsiteFilters />
      <QueryResultView query={list}>
        {({ pages }) => {
          const websites = pages.flatMap((page) => page.websites);
          return websites.length === 0 ? (
            <NoWebsites isFiltered={filter !== ''} />
          ) : (
            <ul className="cards" role="list">
              {websites.map((website) => (
                <WebsiteCard key={website.page_id} website={website} />
              ))}
            </ul>
          );
        }}
      </QueryResultView>
      <More list={list} />
      <DeletedWebsites />
    </>
  );
}
