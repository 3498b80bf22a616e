import { expect, test } from 'vitest';
import { errorAtCommit, errorBeforeCommit } from './pg-errors.ts';

const broken = (code: string): Error => Object.assign(new Error(`write ${code}`), { code });

test.each(['EPIPE', 'ECONNRESET', 'ETIMEDOUT'])(
  'a connection that broke with %s is service_unavailable: before the commit not_applied, at the commit unknown',
  (code) => {
    expect(errorBeforeCommit(broken(code))).toMatchObject({ code: 'service_unavailable' });
    expect(errorAtCommit(broken(code))).toMatchObject({ code: 'outcome_unknown' });
  },
);
