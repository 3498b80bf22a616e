/** For errors and refusals: not cached. */
export const NO_STORE = 'no-store';
/** For current content: cached with revalidation. */
export const REVALIDATE = 'public, max-age=0, must-revalidate';
/** For permanent redirects: cached for five minutes. */
export const SHORT_LIVED = 'public, max-age=300';
/** For immutable content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
