import type { KeyRecord } from '@bridge/contracts';
import { type Db, sql } from '@bridge/db';
import { BridgeError, type Ids, type Settings } from '@bridge/kernel';
import { z } from 'zod';
import { readPolicy } from './admission/policy.ts';
import { ratesInWords } from './admission/rate-limiter.ts';
import { ownerLink, type OwnerLink } from './auth/owner-link.ts';
import { insertOwner, ownerByEmail, type Owner } from './auth/owner.store.ts';
import { hashPassword } from './auth/password.ts';
import { email, newPassword, ownerName } from './http/email.ts';
import { checked } from './http/read-json.ts';
import { makeKeyRequest } from './keys/key-request.ts';
import { createKey, endKey, keyPage, rotateKey, type KeyDeps, type MadeKey } from './keys/keys.ts';
import { worldsByView } from './keys/worlds-of.ts';
import { GATEWAY_MIGRATIONS } from './migrations/gateway-migrations.ts';

const newOwner = z.strictObject({ email, name: ownerName.optional(), password: newPassword });

/**
 * What the operator does on the machine itself, by the same code as the HTTP routes and without any server. `owner` is an
 * e-mail address; left out, it is the only owner there is. Everything throws BridgeError (invalid_input names the field).
 */
export interface OwnerTool {
  ownerCreate(owner: {
    readonly email: string;
    readonly name?: string;
    readonly password: string;
  }): Promise<Owner>;
  /** A one-time link for this address, good for a day; an earlier one for it ends. */
  ownerLink(address: string): Promise<OwnerLink>;
  /** `request` as POST /api/agent-bridge/keys takes it: name, preset or scopes, worlds, expires_in_days. */
  keysCreate(owner: string | undefined, request: unknown): Promise<MadeKey>;
  keysList(owner: string | undefined): Promise<readonly KeyRecord[]>;
  keysRevoke(keyId: string): Promise<KeyRecord>;
  keysRotate(keyId: string): Promise<MadeKey>;
}

function refuse(path: string, rule: string, message: string): BridgeError {
  return new BridgeError('invalid_input', { issues: [{ path, rule, message }] });
}

async function accountOfOwner(db: Db, address: string | undefined): Promise<string> {
  if (address !== undefined) {
    const owner = await ownerByEmail(db, address);
    if (owner === undefined)
      throw refuse(
        'owner',
        'unknown',
        'no owner has this e-mail address; owner create makes one, who exists once a password is chosen',
      );
    return owner.account_id;
  }
  const [only, second] = await db.rows(
    sql<{ account_id: string }>`select account_id from gateway.account limit 2`,
  );
  if (only === undefined) throw refuse('owner', 'unknown', 'there is no owner yet; make one first');
  if (second !== undefined) throw refuse('owner', 'required', 'there are several owners: name one');
  return only.account_id;
}

async function accountOfKey(db: Db, keyId: string): Promise<string> {
  const [row] = await db.rows(
    sql<{ account_id: string }>`select account_id from gateway.key where key_id = ${keyId}`,
  );
  if (row === undefined) throw refuse('key_id', 'unknown', 'there is no such key');
  return row.account_id;
}

async function allKeys(keys: KeyDeps, accountId: string): Promise<readonly KeyRecord[]> {
  const all: KeyRecord[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof keyPage>> = await keyPage(keys, accountId, after);
    all.push(...page.keys);
    after = page.next_after;
  } while (after !== null);
  return all;
}

/** Opens the tool on a database; brings schema `gateway` up to date where a tool may. */
export async function openOwnerTool(deps: {
  readonly db: Db;
  readonly ids: Ids;
  readonly settings: Settings;
}): Promise<OwnerTool> {
  const { db, ids, settings } = deps;
  await db.ensureSchema({ schema: 'gateway', migrations: GATEWAY_MIGRATIONS });
  const policy = await readPolicy(settings);
  const keys: KeyDeps = {
    db,
    ids,
    worldsOf: worldsByView(db),
    limits: ratesInWords(policy),
    keysActiveMax: policy.quotas.keys_active,
  };
  const call = (accountId: string) =>
    ({ accountId, surface: 'ctl', requestId: ids.make('req') }) as const;
  return {
    async ownerCreate(asked) {
      const owner = checked(newOwner, asked);
      const passwordHash = await hashPassword(owner.password);
      const name = owner.name ?? owner.email.slice(0, owner.email.indexOf('@')).slice(0, 80);
      return insertOwner(db, ids, { email: owner.email, name, passwordHash });
    },
    async ownerLink(address) {
      const known = checked(email, address);
      if ((await ownerByEmail(db, known)) !== undefined)
        throw refuse('email', 'taken', 'an owner with this e-mail address exists already');
      return ownerLink(db, settings.BRIDGE_BASE_URL, known);
    },
    async keysCreate(owner, request) {
      const asked = checked(makeKeyRequest, request);
      return createKey(keys, call(await accountOfOwner(db, owner)), asked);
    },
    keysList: async (owner) => allKeys(keys, await accountOfOwner(db, owner)),
    keysRevoke: async (keyId) => endKey(keys, call(await accountOfKey(db, keyId)), keyId),
    keysRotate: async (keyId) => rotateKey(keys, call(await accountOfKey(db, keyId)), keyId),
  };
}
