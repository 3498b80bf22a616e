/** Returns true when a text has this SHA-256 as UTF-8. Without `crypto.subtle` (an address that is not secure) it is not compared. */
export async function isStoredExactly(text: string, sha256: string): Promise<boolean> {
  const { subtle } = crypto as { readonly subtle?: SubtleCrypto };
  if (subtle === undefined) return true;
  const digest = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') === sha256;
}
