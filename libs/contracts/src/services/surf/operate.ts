import { z } from 'zod';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';

/** Only the operator's tool `ctl` may send these messages; the broker refuses all other users. */
const callers = ['ctl'] as const;

/** Schema of the name of one version (complete index) of the archive of culture, which the search uses. */
export const archiveVersionName = z.string().regex(/^[A-Za-z0-9-]{1,80}$/);

/**
 * Schema of a version (complete index) of the archive of culture. `object` is null for the index that ships with the product.
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
  purpose:
    'Makes every replica load a version of the archive, whose index is in the blob store, and serve it once it is loaded. Succeeds at once for the version that is served already.',
  input: z.object({
    next: archiveVersion,
    /**
     * Archive version from which the new version was built. The call is refused when another version is in use. Null skips this
     * check.
     */
    base: archiveVersionName.nullable(),
  }),
  output: z.object({
    /**
     * When the version in use was not replaced: `superseded`: another version than `base` is in use; `missing`: the object of
     * the new version does not exist; `engine`: an external search engine stores the archive and manages its versions.
     */
    outcome: z.enum(['swapped', 'superseded', 'missing', 'engine']),
    serving: archiveVersionName.nullable(),
  }),
});

export const rollback = defineMessage({
  callers,
  callClass: 'change',
  purpose:
    'Makes the replicas serve the version that was served before `from`. A repeated call changes nothing.',
  input: z.object({ from: archiveVersionName }),
  output: z.object({
    /**
     * Archive version that is in use after the call. Null when nothing was changed, because the earlier version cannot be
     * restored or `from` is not in use.
     */
    serving: archiveVersionName.nullable(),
  }),
});

export const status = defineMessage({
  callers,
  callClass: 'read',
  purpose:
    'Reads which version of the archive is in use, its statistics, and which version each replica serves.',
  input: z.object({}),
  output: z.object({
    /** `folder`: each replica loads an index from files; `engine`: an external search engine stores the archive. */
    kind: z.enum(['folder', 'engine']),
    /**
     * Archive version that every replica should use; null before the first import, for an external engine, and when the stored
     * name is damaged.
     */
    named: archiveVersionName.nullable(),
    /** Statistics of the archive in the answering replica; null without an archive. */
    stats: z.record(z.string(), z.unknown()).nullable(),
    /** Problem with the archive in the answering replica, as a text for the operator; null without a problem. */
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
  purpose:
    'Explains the rank of one record for a query, or of each of the first hits when the input names no record.',
  input: z.object({
    query: z.string().max(LIMITS.searchQueryCharsMax * 2),
    id: z.string().max(200).nullable(),
  }),
  output: z.object({
    /** Explanation of the rank of the record that the input names. */
    explanation: z.record(z.string(), z.unknown()).nullable(),
    /** Explanations of the ranks of the first hits; absent when the input names a record. */
    explanations: z.array(z.record(z.string(), z.unknown())).optional(),
  }),
});
