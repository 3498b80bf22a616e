/** Public addresses, all built from the two configured base URLs, never from a Host header. Spec: documents.links. */
export interface Links {
  readonly base: string;
  readonly content: string;
  readonly errorsUrl: string;
  world(word: string): string;
  live(pageId: number): string;
  snapshot(pageId: number, snapshotId: string): string;
  archive(pageId: number, snapshotId: string): string;
  editor(pageId: number): string;
  /** Where an invitation is answered; the token stands behind the `#`, so that it reaches no server. */
  invitation(word: string, token: string): string;
}

/** Makes the address builder; both bases without a trailing slash, as `http://localhost:4000`. */
export function makeLinks(config: {
  readonly baseUrl: string;
  readonly contentUrl: string;
}): Links {
  const base = config.baseUrl.replace(/\/+$/, '');
  const content = config.contentUrl.replace(/\/+$/, '');
  const { protocol, host } = new URL(content);
  const label = (name: string): string => `${protocol}//${name}.${host}/`;
  return {
    base,
    content,
    errorsUrl: `${base}/docs/errors`,
    world: label,
    live: (pageId) => label(`p${pageId}`),
    snapshot: (pageId, snapshotId) => `${label(`p${pageId}`)}~snapshots/${snapshotId}/`,
    archive: (pageId, snapshotId) => `${label(`p${pageId}`)}~snapshots/${snapshotId}/archive.zip`,
    editor: (pageId) => `${base}/console/pages/${pageId}`,
    invitation: (word, token) => `${base}/console/invitations/${word}#${token}`,
  };
}
