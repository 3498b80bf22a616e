import { BUILDER } from '@bridge/contracts';
import fc from 'fast-check';
import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashPage } from './snapshot-id.ts';

const snapshotId = async (page: Uint8Array, title: string, mode: 'portable' | 'online') =>
  (await hashPage(page)).snapshotId(title, mode);

describe('the name of a snapshot', () => {
  const page = Buffer.from('<p>1</p>');
  const schema = BUILDER.publishCommit.wireInput.shape.snapshot_id;

  it('has the form of the contract and stays the same for ever', async () => {
    expect(await snapshotId(page, 'T', 'portable')).toBe('sn_yhhe4c6dpfaowc4sqgelvby3iz');
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), fc.string(), async (bytes, title) => {
        expect(schema.safeParse(await snapshotId(bytes, title, 'online')).success).toBe(true);
      }),
    );
  });

  // Verifies: publishing.snapshot-id.
  it('changes with the bytes, the title and the mode, and with nothing else', async () => {
    const ids = await Promise.all([
      snapshotId(page, 'T', 'portable'),
      snapshotId(page, 'T', 'online'),
      snapshotId(page, 'U', 'portable'),
      snapshotId(Buffer.from('<p>1</p>T'), '', 'portable'),
      snapshotId(Buffer.from('<p>2</p>'), 'T', 'portable'),
    ]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await snapshotId(Buffer.from(page), 'T', 'portable')).toBe(ids[0]);
  });

  it('is made in the same pass as the hash of the bytes, however many there are', async () => {
    const large = Buffer.alloc(3_000_001, 'large');
    const { sha256, snapshotId: idOf } = await hashPage(large);
    expect(sha256).toBe(hash('sha256', large));
    const whole = Buffer.concat([large, Buffer.from('\0T\0online')]);
    const bits = [...hash('sha256', whole, 'buffer').subarray(0, 5)]
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('');
    const chars = bits.match(/.{5}/g) ?? [];
    const base32 = 'abcdefghijklmnopqrstuvwxyz234567';
    const begin = chars.map((five) => base32.charAt(Number.parseInt(five, 2))).join('');
    expect(idOf('T', 'online').startsWith(`sn_${begin}`)).toBe(true);
  });
});
