import type { IncomingMessage } from 'node:http';

/** True when the client already has what this entity tag names (`If-None-Match`, weak comparison; RFC 9110 13.1.2). */
export function isUnchanged({ headers }: Pick<IncomingMessage, 'headers'>, etag: string): boolean {
  const wanted = headers['if-none-match'];
  if (wanted === undefined) return false;
  if (wanted.trim() === '*') return true;
  const bare = etag.replace(/^W\//, '');
  return wanted.split(',').some((tag) => tag.trim().replace(/^W\//, '') === bare);
}
