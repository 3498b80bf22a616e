import { useQuery } from '@tanstack/react-query';
import { websiteQuery, type WebsiteView } from '../api/websites.ts';
import { Badge } from '../ui/badge.tsx';
import { Heading } from '../ui/heading.tsx';
import { Link } from '../ui/link.tsx';
import { Loaded } from '../ui/loaded.tsx';
import type { ScreenProps } from '../ui/screen.ts';
import { Time } from '../ui/time.tsx';
import { titleOf } from '../ui/title-of.ts';
import { Who } from '../ui/who.tsx';

/** Most characters of HTML that the screen shows. */
const SHOWN_CHARS = 100_000;

function WebsiteFacts({ view }: { readonly view: WebsiteView }) {
  const { website, raw_html: html } = view;
  return (
    <>
      <dl className="facts">
        <dt>World</dt>
        <dd>{website.word}</dd>
        <dt>State</dt>
        <dd>
          <Badge kind={website.state} /> {website.visibility}
        </dd>
        <dt>Draft</dt>
        <dd>
          revision {website.draft_revision}, {website.chars.toLocaleString()} characters, changed{' '}
          <Time iso={website.updated_at} /> by <Who id={website.updated_by} />
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

/** The screen of one website, read-only; agents edit it. */
export function WebsiteScreen({ params }: ScreenProps) {
  const pageId = Number(params['id']);
  const view = useQuery(websiteQuery(pageId));
  const title = view.data === undefined ? `Website ${pageId}` : titleOf(view.data.website);
  return (
    <>
      <p>
        <Link to="/websites">Websites</Link>
      </p>
      <Heading title={title}>
        <bdi>{title}</bdi>
      </Heading>
      <Loaded query={view}>{(value) => <WebsiteFacts view={value} />}</Loaded>
    </>
  );
}
