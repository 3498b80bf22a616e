import type { WebsiteVisibility, WebsiteRecord } from '@bridge/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../api/mutations.ts';
import { checkQuery, publishPage } from '../api/publishing.ts';

function firstVisibility({ state, visibility }: WebsiteRecord): WebsiteVisibility {
  return state === 'published' ? visibility : 'public';
}

/**
 * React hook: the state of the publish dialog. The dialog checks and publishes the revision that the draft had when it opened,
 * until the owner selects a newer one.
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
    /**
     * Publishes what the owner selected. If the outcome of an earlier request is unknown, that request is sent again instead.
     */
    send: () => publish.run(pending ?? { pageId, revision, visibility }),
    look: () => {
      publish.clear();
      setRevision(newest);
    },
  };
}
