import { builderPublishCommit } from '@bridge/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snapshotId } from './snapshot-id.ts';

// The same cases on every run: what fails here fails again.
fc.configureGlobal({ seed: 20_260_101 });

describe('the name of a snapshot', () => {
  const page = Buffer.from('<p>1</p>');
  const schema = builderPublishCommit.wireInput.shape.snapshot_id;

  it('has the form of the contract and stays the same for ever', () => {
    expect(snapshotId(page, 'T', 'portable')).toBe('sn_yhhe4c6dpfaowc4sqgelvby3iz');
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), (bytes, title) => {
        expect(schema.safeParse(snapshotId(bytes, title, 'online')).success).toBe(true);
      }),
    );
  });

  it('changes with the bytes, the title and the mode, and with nothing else', () => {
    const ids = [
      snapshotId(page, 'T', 'portable'),
      snapshotId(page, 'T', 'online'),
      snapshotId(page, 'U', 'portable'),
      snapshotId(Buffer.from('<p>1</p>T'), '', 'portable'),
      snapshotId(Buffer.from('<p>2</p>'), 'T', 'portable'),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(snapshotId(Buffer.from(page), 'T', 'portable')).toBe(ids[0]);
  });
});
