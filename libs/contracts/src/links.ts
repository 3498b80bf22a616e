/** Makes public addresses from the two configured base URLs, never from a Host header. Spec: documents.links. */
export interface Links {
  readonly base: string;
  readonly content: string;
  readonly errorsUrl: string;
  world(word: string): string;
  live(pageId: number): string;
  snapshot(pageId: number, snapshotId: string): string;
  archive(pageId: number, snapshotId: string): string;
  editor(pageId: number): string;
  /** Address of the preview of a draft; the token is a secret. */
  preview(token: string): string;
  /** Address of the same preview for clients that cannot resolve host labels. */
  previewPath(token: string): string;
  /**
   * Returns the id of the website with this live address, in the host or the path form; null for every other address.
   */
  pageAt(liveUrl: string): number | null;
  /** Address of the page of an invitation; the token is in the fragment, so that no server receives it. */
  invitation(word: string, token: string): string;
}

/** Makes the address builder. Both base URLs have no slash at the end, such as `http://localhost:4000`. */
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
    pageAt: (liveUrl) => {
      const pageId = Number(/(?:\/p\/|\/\/p)([1-9][0-9]{0,15})\b/.exec(liveUrl)?.[1]);
      const addresses = [label(`p${pageId}`), `${content}/p/${pageId}/`];
      const isOurs = addresses.includes(liveUrl.endsWith('/') ? liveUrl : `${liveUrl}/`);
      return isOurs && Number.isSafeInteger(pageId) ? pageId : null;
    },
    preview: (token) => label(`d${token}`),
    previewPath: (token) => `${content}/d/${token}/`,
    editor: (pageId) => `${base}/console/pages/${pageId}`,
    invitation: (word, token) => `${base}/console/invitations/${word}#${token}`,
  };
}
