import { z } from 'zod';
import { isoTime } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';
import { creditsBalance } from './credits-balance.ts';

const entry = z.int().positive();

export const creditsLedger = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  purpose:
    'Reads the credits of an account and the entries of its ledger, newest first, for its owner.',
  input: z.object({
    /** Cursor: the `next` of the previous page; null requests the newest page. */
    before: entry.nullable(),
    limit: z.int().min(1).max(LIMITS.listLimitMax),
  }),
  output: z.object({
    ...creditsBalance.output.shape,
    entries: z.array(
      z.object({
        entry,
        kind: z.enum(['grant', 'hold', 'capture', 'release', 'refund']),
        amount: z.int().positive(),
        /** Reference of the entry: the operator's reference of a grant, or the id of a credit hold. */
        ref: z.string(),
        at: isoTime,
      }),
    ),
    next: entry.nullable(),
  }),
});
