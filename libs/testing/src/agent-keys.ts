import type { CallPrincipal } from '@bridge/contracts';
import { sql, type DatabaseClient } from '@bridge/db';
import { GATEWAY_MIGRATIONS } from '@bridge/gateway';
import { randomIds, type ProcessModule } from '@bridge/kernel';
import { agentCtx } from './test-services.ts';

/** Creates the database schema `gateway` but starts no gateway, for tests of SQL statements that read a view of this schema. */
export const gatewaySchemaModule: ProcessModule<
  'gateway-schema',
  null,
  { readonly db: DatabaseClient }
> = {
  name: 'gateway-schema',
  needs: ['db'],
  open: async ({ db }) => {
    await db.ensureSchema({ schema: 'gateway', migrations: GATEWAY_MIGRATIONS });
    return { value: null, close: () => Promise.resolve() };
  },
};

/**
 * Creates an agent key in an account, and the account's owner when it has none. Returns the principal (account, key, scopes) of
 * calls with this key.
 */
export async function makeAgentKey(
  db: DatabaseClient,
  accountId: string,
  scopes: readonly string[],
): Promise<CallPrincipal & { readonly account_id: string; readonly key_id: string }> {
  const ctx = agentCtx(accountId);
  const keyId = ctx.key_id ?? '';
  await db.rows(sql`insert into gateway.owner (id, name, email) values (${accountId}, 'owner',
    ${`${accountId}@example.org`}) on conflict do nothing`);
  await db.rows(sql`insert into gateway.account (account_id, user_id) values (${accountId}, ${accountId})
    on conflict do nothing`);
  await db.rows(sql`insert into gateway.key (account_id, key_id, hash, name, start, last4, scopes) values (${accountId},
    ${keyId}, sha256(convert_to(${randomIds.make('hash')}, 'UTF8')), 'agent', 'ak_agent', 'last', ${[...scopes]}::text[])`);
  return { ...ctx, account_id: accountId, key_id: keyId, scopes: [...scopes] };
}
