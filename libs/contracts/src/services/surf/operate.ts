import { z } from 'zod';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';

/** Only the operator's own user at the broker may send these; no agent key reaches them. */
const callers = ['ctl'] as const;
/** Text in one message, so that with its envelope it stays below the largest message. */
const PIECE_CHARS_MAX = 400 * 1024;
const count = z.int().nonnegative();
const version = z.string().max(100);
const piece = z.string().max(PIECE_CHARS_MAX);
const mode = z.enum(['swap', 'merge']);
/** The import that is meant, so that any replica can go on with it. */
const run = z.object({ version, mode });

/** What went wrong at the engine, in words for the operator. */
const fault = z.object({ reason: z.string(), sentence: z.string() });

/** A value, or why there is none: an operator is told what an agent is not. */
function said<T extends z.ZodType>(value: T) {
  return z.object({ value: value.nullable(), fault: fault.nullable() });
}

export const stats = defineMessage({
  callers,
  lane: 'read',
  budget: 'read',
  purpose:
    'Says what the archive holds: its version, references by source, and the imported files.',
  input: z.object({}),
  output: said(z.record(z.string(), z.unknown())),
});

export const rollback = defineMessage({
  callers,
  lane: 'change',
  budget: 'publish',
  purpose: 'Lets the version that served before serve again; false when there is none.',
  input: z.object({}),
  output: said(z.boolean()),
});

export const explain = defineMessage({
  callers,
  lane: 'read',
  budget: 'read',
  purpose: 'Says why a record is where it is for a query; no value when there is no such record.',
  input: z.object({
    query: z.string().max(LIMITS.searchQueryCharsMax * 2),
    id: z.string().max(200),
  }),
  output: said(z.record(z.string(), z.unknown())),
});

export const judge = defineMessage({
  callers,
  lane: 'read',
  budget: 'read',
  purpose: 'Judges the answer to one query by its graded records.',
  input: z.object({
    qid: z.string(),
    query: z.string(),
    type: z.string(),
    relevant: z.array(z.object({ source: z.string(), id: z.string(), grade: z.int() })),
  }),
  output: said(
    z.object({
      qid: z.string(),
      query: z.string(),
      type: z.string(),
      ndcg: z.number(),
      reciprocalRank: z.number(),
      recall: z.number(),
      hits: count,
      ms: z.number(),
    }),
  ),
});

export const importBegin = defineMessage({
  callers,
  lane: 'change',
  budget: 'change',
  purpose: 'Begins the one import there may be at a time, or goes on with one that was cut off.',
  input: z.object({ mode, resume: z.boolean() }),
  output: said(z.literal(true)),
});

export const importStatus = defineMessage({
  callers,
  lane: 'read',
  budget: 'read',
  purpose:
    'Says how far the import is at this replica; `none` when another replica leads it or nobody does.',
  input: z.object({}),
  output: said(
    z.object({
      state: z.enum(['none', 'preparing', 'running', 'finishing', 'serving']),
      version: version.nullable(),
      resumed: z.boolean(),
      checkpoints: z.array(z.tuple([z.string(), z.string()])),
      documents: count.nullable(),
    }),
  ),
});

export const importHashes = defineMessage({
  callers,
  lane: 'read',
  budget: 'publish',
  purpose: 'Hashes of the stored records from this place on, so that what is stored is not sent.',
  input: z.object({ run, from: count }),
  output: said(
    z.object({
      hashes: z.array(z.object({ source: z.string(), own: z.array(z.string()) })),
      next: count.nullable(),
    }),
  ),
});

export const importBatch = defineMessage({
  callers,
  lane: 'change',
  budget: 'publish',
  purpose:
    'Writes documents (a JSON list, zstd, base64) with the checkpoint after them; the same batch again changes nothing.',
  input: z.object({
    run,
    documents: piece,
    blob: z.object({ name: z.string().max(300), data: piece }).nullable(),
    checkpoint: z.object({ key: z.string(), value: z.string() }).nullable(),
    force: z.boolean(),
  }),
  output: said(z.object({ added: count, changed: count, unchanged: count, kept: count })),
});

export const importEnd = defineMessage({
  callers,
  lane: 'change',
  budget: 'publish',
  purpose:
    'Takes one piece of what ends an import (names, files, tries; zstd, base64); with the last one the new version is finished and serves.',
  input: z.object({ run, part: count, parts: z.int().positive(), data: piece }),
  output: said(z.literal(true)),
});

export const importStop = defineMessage({
  callers,
  lane: 'change',
  budget: 'publish',
  purpose: 'Ends an import before it serves: kept for a later resume, or removed.',
  input: z.object({ run, keep: z.boolean() }),
  output: said(z.literal(true)),
});
