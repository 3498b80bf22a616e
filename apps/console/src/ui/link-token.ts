/** Returns the token from a one-time link's fragment (the part after `#`), which browsers do not send to a server. */
export function readLinkToken(): string {
  return window.location.hash.slice(1);
}
