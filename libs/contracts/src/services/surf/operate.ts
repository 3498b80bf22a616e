import { z } from 'zod';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';

/** Only the operator's own user at the broker may send these; no agent key reaches them. */
const callers = ['ctl'] as const;

/** Name of a version of the archive. */
export const archiveVersionName = z.string().regex(/^[A-Za-z0-9-]{1,80}$/);

/** A version of the archive: its finished index is an object of the blob store, or comes with the product (null). */
export const archiveVersion = z.object({
  version: archiveVersionName,
  object: z
    .object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.int().positive() })
    .nullable(),
});

export const swap = defineMessage({
  callers,
  callClass: 'change',
  budget: 'change',
  purpose:
    'Lets a version of the archive serve whose index is in the blob store: every replica loads it and serves it once it is complete. The version that serves already is success.',
  input: z.object({
    next: archiveVersion,
    /** The version that the new one was made from; another one that serves by now is not replaced. Null replaces any. */
    base: archiveVersionName.nullable(),
  }),
  output: z.object({
    /** `superseded`: another version than `base` serves; `missing`: the store does not hold the index; `engine`: see status. */
    outcome: z.enum(['swapped', 'superseded', 'missing', 'engine']),
    serving: archiveVersionName.nullable(),
  }),
});

export const rollback = defineMessage({
  callers,
  callClass: 'change',
  budget: 'change',
  purpose:
    'Lets the version serve that served before `from`. The same message again changes nothing.',
  input: z.object({ from: archiveVersionName }),
  output: z.object({
    /** The version that serves from now on; null when there is none to go back to. */
    serving: archiveVersionName.nullable(),
  }),
});

export const status = defineMessage({
  callers,
  callClass: 'read',
  budget: 'read',
  purpose:
    'Says which version of the archive serves, what it holds, and which version each replica serves.',
  input: z.object({}),
  output: z.object({
    /** `engine`: the archive is in a search engine, which keeps its versions itself. */
    kind: z.enum(['folder', 'engine']),
    /** The version to serve; null before the first import. */
    named: archiveVersionName.nullable(),
    /** The statistics of the archive of the answering replica; null without an archive. */
    stats: z.record(z.string(), z.unknown()).nullable(),
    /** The problem of the archive of the answering replica, for the operator. */
    trouble: z.string().nullable(),
    replicas: z.array(
      z.object({
        replica: z.string(),
        version: archiveVersionName.nullable(),
        trouble: z.string().nullable(),
      }),
    ),
  }),
});

export const explain = defineMessage({
  callers,
  callClass: 'read',
  budget: 'read',
  purpose:
    'Explains the place of one record for a query, or of each of the first hits when no record is named.',
  input: z.object({
    query: z.string().max(LIMITS.searchQueryCharsMax * 2),
    id: z.string().max(200).nullable(),
  }),
  output: z.object({
    /** Of the named record. */
    explanation: z.record(z.string(), z.unknown()).nullable(),
    /** Of the first hits, when no record is named. */
    explanations: z.array(z.record(z.string(), z.unknown())).optional(),
  }),
});
