import { useCallback } from 'react';
import { api } from '../api.ts';
import { Link } from '../parts/link.tsx';
import { Problem } from '../parts/notice.tsx';
import { Time } from '../parts/time.tsx';
import { useLoaded } from '../use-loaded.ts';

/** Most characters of HTML that the page shows. */
const SHOWN_CHARS = 100_000;

/** The author of the last change: the name of a key of the account, else the id. */
function AuthorName({ id }: { readonly id: string }) {
  const [keys] = useLoaded(api.keys);
  const key = keys.state === 'ready' ? keys.value.find(({ key_id }) => key_id === id) : undefined;
  return <>{key === undefined ? id : `the key “${key.name}”`}</>;
}

/** The page of one website, read-only; agents edit it. */
export function WebsitePage({ pageId }: { readonly pageId: number }) {
  const [view] = useLoaded(useCallback(() => api.website(pageId), [pageId]));
  if (view.state === 'loading') return <p aria-busy="true">Reading…</p>;
  if (view.state === 'failed') {
    return (
      <>
        <h1>Website {pageId}</h1>
        <Problem refusal={view.refusal} />
      </>
    );
  }
  const { website, raw_html: html } = view.value;
  return (
    <>
      <p>
        <Link to="/pages">Websites</Link>
      </p>
      <h1>{website.title}</h1>
      <dl className="facts">
        <dt>World</dt>
        <dd>{website.word}</dd>
        <dt>State</dt>
        <dd>
          <span className={`badge ${website.state}`}>{website.state}</span> {website.visibility}
        </dd>
        <dt>Draft</dt>
        <dd>
          revision {website.draft_revision}, {website.chars.toLocaleString()} characters, changed{' '}
          <Time iso={website.updated_at} /> by <AuthorName id={website.updated_by} />
        </dd>
        {website.snapshot !== null && (
          <>
            <dt>Published</dt>
            <dd>
              revision {website.published_revision}, <Time iso={website.snapshot.published_at} />,{' '}
              {website.snapshot.publication_mode}
              {website.snapshot.offline_ready && ', works offline'}
              <br />
              {website.live_url !== null && <a href={website.live_url}>{website.live_url}</a>}
              {website.snapshot.archive_url !== null && (
                <>
                  {' '}
                  · <a href={website.snapshot.archive_url}>archive</a>
                </>
              )}
            </dd>
          </>
        )}
      </dl>
      <h2>Stored HTML</h2>
      <pre className="source" tabIndex={0} aria-label="Stored HTML">
        {html.slice(0, SHOWN_CHARS)}
        {html.length > SHOWN_CHARS ? '\n… (shortened)' : ''}
      </pre>
    </>
  );
}
