import { type SqlStatementRunner, sql } from '@bridge/db';
import { isPlainSecret, type WebhookSecretCipher } from './secret-box.ts';

const PAGE = 100;

/** A webhook whose secret is stored without encryption. */
interface UnencryptedSecretWebhook {
  readonly account_id: string;
  readonly webhook_id: string;
  readonly secret: string;
  readonly old_secret: string | null;
}

/**
 * Encrypts the webhook secrets that an earlier version stored unencrypted; returns the number of webhooks. A secret that
 * changes meanwhile is not overwritten. Several replicas may run it, and it may be repeated. ADR 043.
 */
export async function sealStoredSecrets(
  db: SqlStatementRunner,
  box: WebhookSecretCipher,
): Promise<number> {
  for (let sealed = 0; ;) {
    const rows = await db.rows(
      sql<UnencryptedSecretWebhook>`select account_id, webhook_id, secret, old_secret from account.webhook
        where secret like 'whsec\\_%' or old_secret like 'whsec\\_%' limit ${PAGE}`,
    );
    if (rows.length === 0) return sealed;
    for (const { account_id, webhook_id, secret, old_secret: old } of rows) {
      const owner = { accountId: account_id, webhookId: webhook_id };
      const seal = async (text: string): Promise<string> =>
        isPlainSecret(text) ? box.seal(text, owner) : text;
      const [fresh, before] = [await seal(secret), old === null ? null : await seal(old)];
      await db.rows(
        sql`update account.webhook set secret = ${fresh}, old_secret = ${before}
          where account_id = ${account_id} and webhook_id = ${webhook_id} and secret = ${secret}
            and old_secret is not distinct from ${old}`,
      );
      sealed += 1;
    }
  }
}
