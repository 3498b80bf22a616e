import type { Visibility, WebsiteRecord } from '@bridge/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../api/mutations.ts';
import { checkQuery, publishPage } from '../api/publishing.ts';

function firstVisibility({ state, visibility }: WebsiteRecord): Visibility {
  return state === 'published' ? visibility : 'public';
}

/**
 * React hook: the revision that the publish dialog checks and publishes: the one at its opening, until the owner selects a
 * newer one.
 */
export function usePublication(website: WebsiteRecord) {
  const { page_id: pageId } = website;
  const publish = useChange(publishPage, `publication ${pageId}`);
  const { pending } = publish;
  const [revision, setRevision] = useState(pending?.revision ?? website.draft_revision);
  const [visibility, setVisibility] = useState(
    () => pending?.visibility ?? firstVisibility(website),
  );
  const verdict = useQuery(checkQuery(pageId, revision));
  const newest = Math.max(website.draft_revision, verdict.data?.check.draft_revision ?? 0);
  return {
    publish,
    revision,
    newest,
    verdict,
    visibility,
    setVisibility,
    /** Sends the publication whose outcome is unknown again; without one, the publication that the dialog shows. */
    send: () => publish.run(pending ?? { pageId, revision, visibility }),
    look: () => {
      publish.clear();
      setRevision(newest);
    },
  };
}
