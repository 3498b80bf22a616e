/**
 * Returns true when the SHA-256 of a text's UTF-8 bytes equals this hex value. Also returns true, without a comparison, where
 * `crypto.subtle` is missing (insecure addresses).
 */
export async function isStoredExactly(text: string, sha256: string): Promise<boolean> {
  const { subtle } = crypto as { readonly subtle?: SubtleCrypto };
  if (subtle === undefined) return true;
  const digest = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') === sha256;
}
