import {
  BridgeError,
  embeddedSecret,
  ProgramStartError,
  type ProcessSettings,
} from '@bridge/kernel';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Prefix of an encrypted webhook secret. Another encryption format would have another prefix. */
const SEALED = 'gcm1.';

/**
 * The webhook to which a secret belongs. The encryption is bound to the webhook: a copy of the encrypted secret in another
 * webhook cannot be decrypted.
 */
export interface WebhookIdWithAccountId {
  readonly accountId: string;
  readonly webhookId: string;
}

/**
 * Encrypts the secrets of webhooks for the database. A reader of the database that lacks the master secret cannot sign
 * messages. ADR 043.
 */
export interface WebhookSecretCipher {
  seal(secret: string, owner: WebhookIdWithAccountId): Promise<string>;
  /**
   * Decrypts a secret; returns an unencrypted one unchanged. Throws `internal` when the text was altered, or was encrypted with
   * another key or for another webhook.
   */
  open(sealed: string, owner: WebhookIdWithAccountId): Promise<string>;
}

/** True for a webhook secret that an earlier version stored without encryption. */
export function isPlainSecret(stored: string): boolean {
  return !stored.startsWith(SEALED);
}

function associatedData({ accountId, webhookId }: WebhookIdWithAccountId): Buffer {
  return Buffer.from(`webhook\0${accountId}\0${webhookId}`, 'utf8');
}

/**
 * Encrypts a webhook secret with AES-256-GCM and a random nonce. The ids of its account and webhook are authenticated with it.
 */
function sealWith(key: Buffer, secret: string, owner: WebhookIdWithAccountId): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(owner));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return SEALED + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
}

function openWith(key: Buffer, sealed: string, owner: WebhookIdWithAccountId): string {
  const bytes = Buffer.from(sealed.slice(SEALED.length), 'base64url');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(associatedData(owner));
    decipher.setAuthTag(tag);
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch (error) {
    const cause = new Error('a webhook’s secret was sealed by another BRIDGE_WEBHOOK_SECRET', {
      cause: error,
    });
    throw new BridgeError('internal', {}, { cause });
  }
}

/**
 * Makes the cipher for webhook secrets, whose key is derived from the master secret. The master secret is read at the first
 * use.
 */
export function makeSecretBox(master: () => Promise<string>): WebhookSecretCipher {
  let key: Promise<Buffer> | undefined;
  const keyOnce = (): Promise<Buffer> =>
    (key ??= master().then((secret) =>
      Buffer.from(hkdfSync('sha256', secret, '', 'webhook secrets', KEY_BYTES)),
    ));
  return {
    seal: async (secret, owner) => sealWith(await keyOnce(), secret, owner),
    open: async (sealed, owner) =>
      isPlainSecret(sealed) ? sealed : openWith(await keyOnce(), sealed, owner),
  };
}

/**
 * Makes this process’s cipher for webhook secrets. The master secret is BRIDGE_WEBHOOK_SECRET; without it the all-in-one
 * creates a file in its data folder at the first use. A separate account service throws ProgramStartError, because all replicas
 * must share one secret.
 */
export function openSecretBox(
  wiring: 'all-in-one' | 'service',
  { BRIDGE_WEBHOOK_SECRET: given, BRIDGE_DATA: folder }: ProcessSettings,
): WebhookSecretCipher {
  if (given !== undefined) return makeSecretBox(async () => given);
  if (wiring === 'service')
    throw new ProgramStartError(
      'BRIDGE_WEBHOOK_SECRET is not set: every account service needs the same secret of 32 characters or more, as from openssl rand -base64 32.',
    );
  return makeSecretBox(() =>
    embeddedSecret(folder, {
      file: 'webhook-secret',
      name: 'The secret of webhooks',
      loss: 'webhooks then need new secrets',
    }),
  );
}
