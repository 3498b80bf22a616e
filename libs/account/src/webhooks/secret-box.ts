import { BridgeError, embeddedSecret, StartError, type Settings } from '@bridge/kernel';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Begins a sealed text; a later form of sealing gets another. */
const SEALED = 'gcm1.';

/** The webhook of a secret. A sealed text that is copied to another webhook does not open. */
export interface SecretOwner {
  readonly accountId: string;
  readonly webhookId: string;
}

/** Encrypts the secrets of webhooks, so that the content of the database is not enough to sign a message. ADR 043. */
export interface SecretBox {
  seal(secret: string, owner: SecretOwner): Promise<string>;
  /** Returns the secret. Throws `internal` for a text that another key has sealed, or that was altered. */
  open(sealed: string, owner: SecretOwner): Promise<string>;
}

/** True for a secret that an earlier version has stored as it is. */
export function isPlainSecret(stored: string): boolean {
  return !stored.startsWith(SEALED);
}

function associatedData({ accountId, webhookId }: SecretOwner): Buffer {
  return Buffer.from(`webhook\0${accountId}\0${webhookId}`, 'utf8');
}

/** Makes the box of a key. Each sealed text has a random nonce and is authenticated with its webhook. */
function sealWith(key: Buffer, secret: string, owner: SecretOwner): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(owner));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return SEALED + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
}

function openWith(key: Buffer, sealed: string, owner: SecretOwner): string {
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

/** Makes the box of a master secret, which is read at the first use. */
export function makeSecretBox(master: () => Promise<string>): SecretBox {
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
 * Opens the box of this process: by BRIDGE_WEBHOOK_SECRET, or in the all-in-one by a file in the data folder that the first
 * webhook makes. A split service without the setting throws StartError, because all replicas must share one secret.
 */
export function openSecretBox(
  wiring: 'all-in-one' | 'service',
  { BRIDGE_WEBHOOK_SECRET: given, BRIDGE_DATA: folder }: Settings,
): SecretBox {
  if (given !== undefined) return makeSecretBox(async () => given);
  if (wiring === 'service')
    throw new StartError(
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
