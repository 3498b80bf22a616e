/** Cache-Control of errors and refusals: not cached. */
export const NO_STORE = 'no-store';
/** Cache-Control of current content: cached with revalidation. */
export const REVALIDATE = 'public, max-age=0, must-revalidate';
/** Cache-Control of permanent redirects: cached for five minutes. */
export const SHORT_LIVED = 'public, max-age=300';
/** Cache-Control of immutable content: cached for a year. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
