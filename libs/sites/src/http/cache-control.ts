/** Kept by nobody: errors and refusals. */
export const NO_STORE = 'no-store';
/** Kept, but asked about each time. */
export const REVALIDATE = 'public, max-age=0, must-revalidate';
/** Kept by a short-lived look-up only. */
export const BRIEFLY = 'public, max-age=300';
/** What never changes. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
