/**
 * Returns true when the UTF-8 bytes of a text have this SHA-256 (in hex). Where browsers lack `crypto.subtle` (plain HTTP), it
 * returns true without a check.
 */
export async function isStoredExactly(text: string, sha256: string): Promise<boolean> {
  const { subtle } = crypto as { readonly subtle?: SubtleCrypto };
  if (subtle === undefined) return true;
  const digest = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') === sha256;
}
