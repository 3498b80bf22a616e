import { z } from 'zod';
import { bodyRef } from '../body-ref.ts';
import {
  expectedRevision,
  idempotencyKey,
  pageId,
  rawHtml,
  title,
  wireTitle,
  word,
} from '../common.ts';
import { defineAction } from '../define.ts';
import { LIMITS } from '../limits.ts';
import {
  archiveRecord,
  layers,
  newline,
  publicationMode,
  publicationWarning,
  websiteRecord,
} from '../records.ts';

/** What builder.create stores when no HTML is sent. Source: decisions.md section 4. */
export const DEFAULT_HTML =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>New website</title></head><body><h1>New website</h1></body></html>';

const KEYED = ['idempotency_mismatch', 'idempotency_in_progress'] as const;
const GUARDED = ['page_not_found', 'revision_conflict', ...KEYED] as const;
const written = z.strictObject({ website: websiteRecord });
const guarded = {
  page_id: pageId,
  expected_revision: expectedRevision,
  idempotency_key: idempotencyKey,
};

/** One exact replacement: `old` must stand once in the draft. Source: service.md section 4.2. */
export const patchOp = z.strictObject({
  // An enum of one: some model providers refuse `const`.
  op: z
    .enum(['replace_text'])
    .describe('replace_text: puts new in the place of old; there is no other operation.'),
  old: z
    .string()
    .min(1)
    .max(LIMITS.rawHtmlCharsMax)
    .describe(
      'Text that stands exactly once in the draft, copied from raw_html with its blanks and line endings.',
    ),
  new: z
    .string()
    .max(LIMITS.rawHtmlCharsMax)
    .describe('Text that takes its place, literally; empty deletes.'),
});
export type PatchOp = z.infer<typeof patchOp>;
/** The operations of one patch, 1 to 50, applied all or none. */
export const patchOps = z.array(patchOp).min(1).max(LIMITS.patchOpsMax);

export const builderList = defineAction({
  name: 'builder.list',
  service: 'builder',
  kind: 'read',
  set: 'read',
  tool: { title: 'List websites' },
  purpose:
    'Lists the private and published websites of the account, ascending by id, without their HTML. Page on with after_id = next_after_id until it is null. Scope builder.list. Likely errors: rate_limited.',
  input: z.strictObject({
    limit: z
      .int()
      .min(1)
      .max(LIMITS.listLimitMax)
      .default(LIMITS.listLimitDefault)
      .describe('How many websites, 1 to 100.'),
    after_id: z.int().min(0).default(0).describe('The next_after_id of the page before; 0 begins.'),
  }),
  output: z.strictObject({ websites: z.array(websiteRecord), next_after_id: pageId.nullable() }),
  errors: [],
  example: { limit: 30, after_id: 0 },
});

export const builderCreate = defineAction({
  name: 'builder.create',
  service: 'builder',
  kind: 'add',
  set: 'draft',
  tool: { title: 'Create a website' },
  purpose:
    'Saves exact HTML as a new private website in a World the account may contribute to; nothing is published, no generation is charged, and the World dashboard stays as it is. To make it portable send one complete document: styles and scripts inside, pictures and fonts as data: addresses. The result holds draft_revision: your next change may carry it without a read in between. Scope builder.create. Likely errors: world_not_found, world_forbidden, invalid_input.',
  input: z.strictObject({
    title,
    word,
    raw_html: rawHtml.default(DEFAULT_HTML),
    idempotency_key: idempotencyKey,
  }),
  output: written,
  wireInput: z.strictObject({
    title: wireTitle,
    word,
    body: bodyRef,
    idempotency_key: idempotencyKey,
  }),
  errors: [
    'world_not_found',
    'world_forbidden',
    'key_world_not_allowed',
    'quota_exceeded',
    ...KEYED,
  ],
  example: {
    title: 'Moonlit Press',
    word: 'moonlit-press',
    raw_html:
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>Moonlit Press</title><h1>Moonlit Press</h1></html>',
    idempotency_key: 'create-moonlit-1',
  },
});

export const builderGet = defineAction({
  name: 'builder.get',
  service: 'builder',
  kind: 'read',
  set: 'read',
  tool: { title: 'Read a website' },
  purpose:
    'Reads a website whole: its exact stored HTML, its layers and draft_revision, which the next change carries as expected_revision. Read before you change a website that you did not write last yourself. Unsaved edits of a browser editor are not included. Scope builder.get. Likely errors: page_not_found.',
  input: z.strictObject({ page_id: pageId }),
  output: z.strictObject({
    website: websiteRecord,
    raw_html: z.string(),
    layers,
    newline,
    content_trust: z.literal('untrusted'),
  }),
  /** `layers` holds the JSON text of the layers. */
  wireOutput: z.strictObject({ website: websiteRecord, body: bodyRef, layers: bodyRef, newline }),
  errors: ['page_not_found'],
  example: { page_id: 42 },
});

export const builderPatch = defineAction({
  name: 'builder.patch',
  service: 'builder',
  kind: 'change',
  set: 'draft',
  tool: { title: 'Patch a website' },
  purpose:
    'Replaces exact, unique pieces of text in the draft, all or none; 1 to 50 operations, 64 MiB in all. The result holds the next draft_revision: go on with it without a read in between. Each old must stand exactly once in the stored draft, and no two operations may touch the same text. If that fails, the operations are tried in order, each on the text that the ones before it made, so one may change what an earlier one inserted; errors always describe the stored draft. An empty draft has no text to match (empty_draft): PUT /api/agent-bridge/pages/{page_id}/raw over HTTP with the same key writes a whole draft anew. Scope builder.patch. Likely errors: revision_conflict, patch_no_match (details.suggested_old helps), patch_ambiguous, empty_draft.',
  input: z.strictObject({
    page_id: pageId,
    expected_revision: expectedRevision,
    idempotency_key: idempotencyKey,
    patch_ops: patchOps,
  }),
  output: z.strictObject({
    website: websiteRecord,
    applied: z.int().positive(),
    previous_revision: z.int().positive(),
    changes: z.array(
      z.strictObject({
        op_index: z.int().nonnegative(),
        line: z.int().positive(),
        removed: z.int().nonnegative(),
        added: z.int().nonnegative(),
      }),
    ),
  }),
  /** `patch_ops` holds the JSON text of the operations; `body` replaces the whole draft (PUT …/raw, ADR 023). */
  wireInput: z.union([
    z.strictObject({ ...guarded, patch_ops: bodyRef }),
    z.strictObject({ ...guarded, body: bodyRef }),
  ]),
  errors: [
    ...GUARDED,
    'patch_no_match',
    'patch_ambiguous',
    'patch_overlap',
    'patch_no_change',
    'html_too_large',
    'multi_file_project',
    'empty_draft',
    'quota_exceeded',
  ],
  example: {
    page_id: 42,
    expected_revision: 1,
    idempotency_key: 'patch-42-heading',
    patch_ops: [
      { op: 'replace_text', old: '<h1>Moonlit Press</h1>', new: '<h1>The Moonlit Press</h1>' },
    ],
  },
});

export const builderAttach = defineAction({
  name: 'builder.attach',
  service: 'builder',
  kind: 'change',
  set: 'draft',
  tool: { title: 'Move a website to another World' },
  purpose:
    'Moves a website to another World the account may contribute to; its id, address, snapshots and author stay, and nothing is published. In the World where it is already nothing changes (unchanged: true, the same revision). Scope builder.attach. Likely errors: world_not_found, world_forbidden, revision_conflict.',
  input: z.strictObject({
    page_id: pageId,
    expected_revision: expectedRevision,
    idempotency_key: idempotencyKey,
    word,
  }),
  output: z.strictObject({ website: websiteRecord, unchanged: z.boolean() }),
  /** Results that were stored by the release before have no `unchanged`: each of them was a change. */
  wireOutput: z.strictObject({ website: websiteRecord, unchanged: z.boolean().default(false) }),
  errors: [...GUARDED, 'world_not_found', 'world_forbidden', 'key_world_not_allowed'],
  example: {
    page_id: 42,
    expected_revision: 2,
    idempotency_key: 'attach-42-nightshift',
    word: 'nightshift',
  },
});

export const builderClear = defineAction({
  name: 'builder.clear',
  service: 'builder',
  kind: 'change',
  set: 'optional',
  tool: { title: 'Clear a website' },
  purpose:
    'Empties the draft: HTML and layers are removed, while id, World, lineage and what is published stay. builder_patch cannot fill it again; PUT /api/agent-bridge/pages/{page_id}/raw over HTTP can. Scope builder.clear, which the owner grants apart. Likely errors: insufficient_scope, revision_conflict.',
  input: z.strictObject({
    page_id: pageId,
    expected_revision: expectedRevision,
    idempotency_key: idempotencyKey,
  }),
  output: written,
  errors: [...GUARDED, 'multi_file_project'],
  example: { page_id: 42, expected_revision: 3, idempotency_key: 'clear-42-1' },
});

export const builderPublish = defineAction({
  name: 'builder.publish',
  service: 'publisher',
  kind: 'change',
  budget: 'publish',
  set: 'optional',
  tool: { title: 'Publish a website' },
  purpose:
    'Publishes the stored revision: a live website and an immutable snapshot. It is portable, with a downloadable archive, when nothing is loaded from elsewhere; else it is online, and warnings name what it loads. Scope builder.publish, which the owner grants apart. Likely errors: insufficient_scope, revision_conflict, empty_draft, secret_in_html.',
  input: z.strictObject({
    page_id: pageId,
    expected_revision: expectedRevision,
    idempotency_key: idempotencyKey,
  }),
  output: z.strictObject({
    website: websiteRecord,
    publication_mode: publicationMode,
    offline_ready: z.boolean(),
    warnings: z.array(publicationWarning).max(LIMITS.warningsMax),
    /** True when more was found than is listed. */
    truncated: z.boolean().default(false),
    archive: archiveRecord.nullable(),
    unchanged: z.boolean(),
  }),
  errors: [...GUARDED, 'world_forbidden', 'empty_draft', 'secret_in_html'],
  example: { page_id: 42, expected_revision: 3, idempotency_key: 'publish-42-1' },
});
