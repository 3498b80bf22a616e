import { embeddedSecret, type ProcessSettings } from '@bridge/kernel';
import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The number that stands in a token for the kind of the preview: of a revision of a draft, or of the unsaved edits of a draft.
 */
const KINDS = { draft: 1, unsaved: 2 } as const;
const KNOWN_KINDS: readonly number[] = Object.values(KINDS);
/**
 * The bit of the kind byte that is set when the preview page includes the helper script, which reports scrolling and errors to
 * the console.
 */
const HELPER_BIT = 0x80;
const PAGE_BYTES = 7;
const MARK_BYTES = 6;
/**
 * Size of the signed data in bytes: kind, page id, revision or version, expiry (s since the Unix epoch), first bytes of the
 * agent key’s hash.
 */
const FACTS_BYTES = 1 + PAGE_BYTES + 4 + 4 + MARK_BYTES;
const MAC_BYTES = 16;
const TOKEN = /^[a-z2-7]{61}$/;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
/**
 * The value in place of the key mark (the first bytes of an agent key’s hash) in the token of a preview that an owner opened
 * while signed in.
 */
export const OWNER_MARK = '0'.repeat(2 * MARK_BYTES);

/** The signed data in a preview token. */
export interface PreviewTokenClaims {
  readonly of: keyof typeof KINDS;
  readonly pageId: number;
  /** Revision of the draft; with `of: 'unsaved'`, the version number of the unsaved edits. */
  readonly revision: number;
  /** Expiry time, in seconds since the Unix epoch. */
  readonly expiresS: number;
  /** First 6 bytes of the SHA-256 of the agent key, in hex; zeros for the owner. */
  readonly keyMark: string;
  /** True when the preview page includes the console's helper script; possible for the owner only. */
  readonly hasHelper?: true;
}

/** Signs and verifies preview tokens. A token grants access, so it must not be logged. */
export interface PreviewTokenSigner {
  /** Returns the token: 61 characters of RFC 4648 base32 in lower case. */
  sign(facts: PreviewTokenClaims): string;
  /** Returns the signed data of a token; null when it is malformed, altered, expired or signed with another secret. */
  read(token: string, nowMs: number): PreviewTokenClaims | null;
}

function toBase32(bytes: Uint8Array): string {
  let text = '';
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET.charAt((value >>> (bits - 5)) & 31);
  }
  return bits === 0 ? text : text + ALPHABET.charAt((value << (5 - bits)) & 31);
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let value = 0;
  let bits = 0;
  for (const letter of text) {
    value = ((value << 5) | ALPHABET.indexOf(letter)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >>> bits) & 0xff);
  }
  return Buffer.from(bytes);
}

function encodeFacts(claims: PreviewTokenClaims): Buffer {
  const { of, pageId, revision, expiresS, keyMark, hasHelper = false } = claims;
  const bytes = Buffer.alloc(FACTS_BYTES);
  bytes.writeUInt8(KINDS[of] | (hasHelper ? HELPER_BIT : 0), 0);
  // writeUIntBE is limited to 48 bits, so the id (below 2^53) is written in two parts.
  bytes.writeUIntBE(Math.floor(pageId / 2 ** 32), 1, 3);
  bytes.writeUInt32BE(pageId % 2 ** 32, 4);
  bytes.writeUInt32BE(revision, 8);
  bytes.writeUInt32BE(expiresS, 12);
  bytes.write(keyMark, 16, MARK_BYTES, 'hex');
  return bytes;
}

function decodeFacts(bytes: Buffer): PreviewTokenClaims {
  const kind = bytes[0] ?? 0;
  return {
    of: (kind & ~HELPER_BIT) === KINDS.unsaved ? 'unsaved' : 'draft',
    ...((kind & HELPER_BIT) === 0 ? {} : { hasHelper: true }),
    pageId: bytes.readUIntBE(1, 3) * 2 ** 32 + bytes.readUInt32BE(4),
    revision: bytes.readUInt32BE(8),
    expiresS: bytes.readUInt32BE(12),
    keyMark: bytes.toString('hex', 16, 16 + MARK_BYTES),
  };
}

/** Makes the signer of preview tokens for a secret. Spec: drafts.preview-token. */
export function makePreviewTokens(secret: string): PreviewTokenSigner {
  const macOf = (facts: Uint8Array): Buffer =>
    createHmac('sha256', secret).update('preview\0').update(facts).digest().subarray(0, MAC_BYTES);
  return {
    sign: (facts) => {
      const bytes = encodeFacts(facts);
      return toBase32(Buffer.concat([bytes, macOf(bytes)]));
    },
    read: (token, nowMs) => {
      if (!TOKEN.test(token)) return null;
      const bytes = fromBase32(token);
      const facts = bytes.subarray(0, FACTS_BYTES);
      if (!timingSafeEqual(bytes.subarray(FACTS_BYTES), macOf(facts))) return null;
      // Several base32 texts decode to the same bytes; only the canonical one is valid.
      if (toBase32(bytes) !== token || !KNOWN_KINDS.includes((facts[0] ?? 0) & ~HELPER_BIT))
        return null;
      const known = decodeFacts(facts);
      return known.expiresS * 1_000 > nowMs ? known : null;
    },
  };
}

/**
 * Opens the signer of preview tokens: with BRIDGE_PREVIEW_SECRET, or in the all-in-one (one process with all services) with a
 * secret in the data folder. Returns null for a separate service without the setting: then previews are off.
 */
export async function openPreviewTokens(
  wiring: 'all-in-one' | 'service' | 'tool',
  { BRIDGE_PREVIEW_SECRET: given, BRIDGE_DATA: folder }: ProcessSettings,
): Promise<PreviewTokenSigner | null> {
  if (given !== undefined) return makePreviewTokens(given);
  if (wiring !== 'all-in-one') return null;
  const secret = await embeddedSecret(folder, {
    file: 'preview-secret',
    name: 'The secret of previews',
    loss: 'open previews then end',
  });
  return makePreviewTokens(secret);
}
