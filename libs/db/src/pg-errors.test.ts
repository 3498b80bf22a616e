import { expect, test } from 'vitest';
import { atCommit, beforeCommit } from './pg-errors.ts';

const broken = (code: string): Error => Object.assign(new Error(`write ${code}`), { code });

test.each(['EPIPE', 'ECONNRESET', 'ETIMEDOUT'])(
  'a connection that broke with %s is the database away: before the commit nothing stands, at it nobody knows',
  (code) => {
    expect(beforeCommit(broken(code))).toMatchObject({ code: 'service_unavailable' });
    expect(atCommit(broken(code))).toMatchObject({ code: 'outcome_unknown' });
  },
);
