/**
 * Returns the token of the one-time link that opened this page, from the fragment (after `#`), which browsers send to no
 * server.
 */
export function readLinkToken(): string {
  return window.location.hash.slice(1);
}
