import { useCallback, useState } from 'react';
import { api } from '../api.ts';
import { Link } from '../parts/link.tsx';
import { Problem } from '../parts/notice.tsx';
import { Time } from '../parts/time.tsx';
import { useLoaded } from '../use-loaded.ts';

/** The page of the owner's websites. */
export function WebsitesPage() {
  const [afterId, setAfterId] = useState(0);
  const [page] = useLoaded(useCallback(() => api.websites(afterId), [afterId]));
  return (
    <>
      <h1>Websites</h1>
      <p>Everything your agents made for you, private until published.</p>
      {page.state === 'failed' && <Problem refusal={page.refusal} />}
      {page.state === 'ready' && page.value.websites.length === 0 && afterId === 0 && (
        <p className="empty">
          No website yet. Give an agent a key under <Link to="/keys">Keys</Link> and ask it for one,
          or run <code>npm run try</code>.
        </p>
      )}
      {page.state === 'ready' && page.value.websites.length > 0 && (
        <ul className="cards">
          {page.value.websites.map((website) => (
            <li key={website.page_id}>
              <h2>
                <Link to={`/pages/${website.page_id}`}>{website.title}</Link>
              </h2>
              <p>
                <span className={`badge ${website.state}`}>{website.state}</span> in {website.word}{' '}
                · revision {website.draft_revision} · changed <Time iso={website.updated_at} />
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
          ))}
        </ul>
      )}
      <div className="row">
        {afterId > 0 && (
          <button type="button" onClick={() => setAfterId(0)}>
            From the beginning
          </button>
        )}
        {page.state === 'ready' && page.value.next_after_id !== null && (
          <button type="button" onClick={() => setAfterId(page.value.next_after_id ?? 0)}>
            More
          </button>
        )}
      </div>
    </>
  );
}
