import { type SqlStatementRunner, sql } from '@bridge/db';
import { hashAgentKey, makeAgentKey } from '@bridge/kernel';
import { startGateway, type GatewayTestRig } from '@bridge/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openKeyRights } from './key-rights.ts';

let rig: GatewayTestRig;
beforeAll(async () => {
  rig = await startGateway();
});
afterAll(() => rig.stop());

const revoke = (secret: string): Promise<unknown> =>
  rig.services.db.rows(
    sql`update gateway.key set revoked_at = now() where hash = ${hashAgentKey(secret)}`,
  );

/** A database that counts its statements, and whose next statement can be made to fail. */
class CountingDatabase implements SqlStatementRunner {
  statements = 0;
  isBroken = false;

  rows<R>(...read: Parameters<SqlStatementRunner['rows']>): Promise<R[]> {
    this.statements += 1;
    const isBroken = this.isBroken;
    this.isBroken = false;
    return isBroken
      ? Promise.reject(new Error('away'))
      : (rig.services.db.rows(...read) as Promise<R[]>);
  }
}

describe('keys that are presented at once', () => {
  test('each get their own answer', async () => {
    const lists = await rig.key(['worlds.list']);
    const gets = await rig.key(['builder.get']);
    const ended = await rig.key();
    await revoke(ended);
    const meant: readonly (readonly [string, string])[] = [
      [lists, 'worlds.list'],
      [gets, 'builder.get'],
      [ended, 'revoked'],
      [makeAgentKey(), 'no such key'],
    ];
    const rights = openKeyRights(rig.services.db);
    const asked = Array.from({ length: 25 }, () => meant).flat();
    const answers = await Promise.all(
      asked.map(async ([secret]) => {
        const right = await rights.of(hashAgentKey(secret));
        if (right === undefined) return 'no such key';
        return right.revoked ? 'revoked' : right.scopes.join();
      }),
    );
    expect(answers).toEqual(asked.map(([, answer]) => answer));
  });

  test('are read by one statement, and the next request reads again', async () => {
    const secret = await rig.key();
    const db = new CountingDatabase();
    const rights = openKeyRights(db);
    const isRevoked = async (): Promise<boolean | undefined> =>
      (await rights.of(hashAgentKey(secret)))?.revoked;
    expect(await Promise.all([isRevoked(), isRevoked(), isRevoked()])).toEqual([
      false,
      false,
      false,
    ]);
    expect(db.statements).toBe(1);
    await revoke(secret);
    expect(await isRevoked()).toBe(true);
    expect(db.statements).toBe(2);
  });

  test('are all refused when the database fails, and the next request tries again', async () => {
    const secret = await rig.key();
    const db = new CountingDatabase();
    const rights = openKeyRights(db);
    db.isBroken = true;
    const asked = [rights.of(hashAgentKey(secret)), rights.of(hashAgentKey(makeAgentKey()))];
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await rights.of(hashAgentKey(secret))).toMatchObject({ revoked: false });
  });
});
