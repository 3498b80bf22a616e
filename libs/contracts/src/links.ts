/** Makes public URLs from the two configured base URLs, never from the Host header of a request. Spec: documents.links. */
export interface PublicLinkBuilder {
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
  /** Address of the same preview by path, for clients that cannot resolve the preview's host name. */
  previewPath(token: string): string;
  /** Returns the page_id of the website with this live URL, in host or path form; null for any other URL. */
  pageAt(liveUrl: string): number | null;
  /** URL of an invitation page; the token is in the fragment, so that no server receives it. */
  invitation(word: string, token: string): string;
}

/**
 * Creates the URL builder from the base URLs of the app origin (API and console) and the content origin (published websites).
 */
export function makeLinks(config: {
  readonly baseUrl: string;
  readonly contentUrl: string;
}): PublicLinkBuilder {
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
