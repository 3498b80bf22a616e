import { z } from 'zod';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';

/** Only the operator's own user at the broker may send these messages; no agent key reaches them. */
const callers = ['ctl'] as const;

/** Name of a version of the archive. */
export const archiveVersionName = z.string().regex(/^[A-Za-z0-9-]{1,80}$/);

/**
 * A version of the archive. Its finished index is an object of the blob store; null for the index that comes with the
 * product.
 */
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
    /**
     * Name of the version from which the new one was made; when another version serves by now, nothing is replaced.
     * Null replaces any version.
     */
    base: archiveVersionName.nullable(),
  }),
  output: z.object({
    /**
     * `superseded`: another version than `base` serves; `missing`: the blob store has no such index; `engine`: see
     * status.
     */
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
    /** Name of the version that serves after the call; null when there is no earlier version to restore. */
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
    /** Name of the version that should serve; null before the first import. */
    named: archiveVersionName.nullable(),
    /** Statistics of the archive at the answering replica; null without an archive. */
    stats: z.record(z.string(), z.unknown()).nullable(),
    /** Problem of the archive at the answering replica, for the operator. */
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
