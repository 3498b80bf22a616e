import type { KeyRecord } from '@bridge/contracts';
import { type DatabaseClient, sql } from '@bridge/db';
import {
  BridgeError,
  type RandomIdGenerator,
  type ProcessSettings,
  readPolicy,
} from '@bridge/kernel';
import { z } from 'zod';
import { describeRates } from './admission/describe-rates.ts';
import { createOwnerLink, type OneTimeOwnerLink } from './auth/owner-link.ts';
import { insertOwner, findOwnerByEmail, type OwnerAccount } from './auth/owner.store.ts';
import { hashPassword } from './auth/password.ts';
import { email, newPassword, ownerName } from './http/owner-fields.ts';
import { checked } from './http/read-json.ts';
import { makeKeyRequest } from './keys/key-request.ts';
import {
  createKey,
  revokeOwnKey,
  listKeyPage,
  rotateKey,
  type CreatedKey,
  type KeyManagementDeps,
  type KeyWithSecret,
} from './keys/keys.ts';
import { worldsByView } from './keys/worlds-of.ts';
import { GATEWAY_MIGRATIONS } from './migrations/gateway-migrations.ts';

const newOwnerInput = z.strictObject({ email, name: ownerName.optional(), password: newPassword });

/**
 * Operations on owners and keys for commands in a terminal, which work without a running server. `owner` is an e-mail
 * address; undefined selects the only owner. All methods throw BridgeError; invalid_input names the field.
 */
export interface OwnerAdministration {
  ownerCreate(owner: {
    readonly email: string;
    readonly name?: string;
    readonly password: string;
  }): Promise<OwnerAccount>;
  /**
   * Creates a one-time link for this address, valid for a day: to sign up, or to choose a new password when an owner has this
   * address. Earlier unused links for the same address stop working.
   */
  ownerLink(address: string): Promise<OneTimeOwnerLink>;
  /** Creates a key. @param request the same members as the body of POST /api/agent-bridge/keys */
  keysCreate(owner: string | undefined, request: unknown): Promise<KeyWithSecret>;
  keysList(owner: string | undefined): Promise<readonly KeyRecord[]>;
  keysRevoke(keyId: string): Promise<KeyRecord>;
  keysRotate(keyId: string): Promise<KeyWithSecret>;
  /** Returns the account of the owner with this e-mail address; without an address, of the only owner. */
  accountOf(owner: string | undefined): Promise<string>;
}

function fieldError(path: string, rule: string, message: string): BridgeError {
  return new BridgeError('invalid_input', { issues: [{ path, rule, message }] });
}

async function accountOfOwner(db: DatabaseClient, address: string | undefined): Promise<string> {
  if (address !== undefined) {
    const owner = await findOwnerByEmail(db, address);
    if (owner === undefined)
      throw fieldError(
        'owner',
        'unknown',
        'no owner has this e-mail address; make one with owner create (an owner exists once the password is chosen)',
      );
    return owner.account_id;
  }
  const [only, second] = await db.rows(
    sql<{ account_id: string }>`select account_id from gateway.account limit 2`,
  );
  if (only === undefined)
    throw fieldError('owner', 'unknown', 'there is no owner yet; make one with owner create');
  if (second !== undefined)
    throw fieldError(
      'owner',
      'required',
      'there are several owners, so name one by its e-mail address',
    );
  return only.account_id;
}

async function accountOfKey(db: DatabaseClient, keyId: string): Promise<string> {
  const [row] = await db.rows(
    sql<{ account_id: string }>`select account_id from gateway.key where key_id = ${keyId}`,
  );
  if (row === undefined)
    throw fieldError('key_id', 'unknown', 'there is no such key; keys list shows the ids of keys');
  return row.account_id;
}

/**
 * Returns a key that was just created, with its secret. The secret is present, because the terminal sends no idempotency key
 * and so never receives the stored result of an earlier call.
 */
function withSecret({ key, secret }: CreatedKey): KeyWithSecret {
  if (secret === null)
    throw new BridgeError('internal', {}, { cause: 'a key of the terminal was replayed' });
  return { key, secret };
}

async function listAllKeys(
  keys: KeyManagementDeps,
  accountId: string,
): Promise<readonly KeyRecord[]> {
  const all: KeyRecord[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listKeyPage>> = await listKeyPage(keys, accountId, after);
    all.push(...page.keys);
    after = page.next_after;
  } while (after !== null);
  return all;
}

/**
 * Returns the operations of the terminal on owners and keys in a database. Migrates the schema `gateway` first if this
 * process may do so.
 */
export async function openOwnerTool(deps: {
  readonly db: DatabaseClient;
  readonly ids: RandomIdGenerator;
  readonly settings: ProcessSettings;
}): Promise<OwnerAdministration> {
  const { db, ids, settings } = deps;
  await db.ensureSchema({ schema: 'gateway', migrations: GATEWAY_MIGRATIONS });
  const policy = await readPolicy(settings);
  const keys: KeyManagementDeps = {
    db,
    ids,
    worldsOf: worldsByView(db),
    limits: describeRates(policy),
    keysActiveMax: policy.quotas.keys_active,
  };
  const call = (accountId: string) =>
    ({ accountId, surface: 'ctl', requestId: ids.make('req') }) as const;
  return {
    async ownerCreate(input) {
      const owner = checked(newOwnerInput, input);
      const passwordHash = await hashPassword(owner.password);
      const name = owner.name ?? owner.email.slice(0, owner.email.indexOf('@')).slice(0, 80);
      return insertOwner(db, ids, { email: owner.email, name, passwordHash });
    },
    ownerLink: async (address) =>
      createOwnerLink(
        db,
        settings.BRIDGE_BASE_URL,
        checked(z.object({ email }), { email: address }).email,
      ),
    async keysCreate(owner, request) {
      const key = checked(makeKeyRequest, request);
      return withSecret(await createKey(keys, call(await accountOfOwner(db, owner)), key));
    },
    keysList: async (owner) => listAllKeys(keys, await accountOfOwner(db, owner)),
    keysRevoke: async (keyId) => revokeOwnKey(keys, call(await accountOfKey(db, keyId)), keyId),
    accountOf: (owner) => accountOfOwner(db, owner),
    keysRotate: async (keyId) =>
      withSecret(await rotateKey(keys, call(await accountOfKey(db, keyId)), keyId)),
  };
}
