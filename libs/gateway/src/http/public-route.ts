import type { IncomingHttpHeaders } from 'node:http';
import type { Reply } from '../dispatch.ts';

/**
 * A document that anybody may read (manifest, skill, llms.txt …): GET and HEAD only, without a key or a session. The
 * server adds the app origin's security headers, answers `If-None-Match` from the reply's own `etag`, and drops the body
 * of a HEAD.
 */
export interface PublicRoute {
  /** Exact path, without parameters. */
  readonly path: string;
  answer(headers: IncomingHttpHeaders): Reply | Promise<Reply>;
}
