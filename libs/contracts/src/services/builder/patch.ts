import { z } from 'zod';
import { expectedRevision, idempotencyKey, pageId } from '../../common.ts';
import { defineAction } from '../../define.ts';
import { LIMITS } from '../../limits.ts';
import { websiteRecord } from '../../records.ts';

/** Schema of one text replacement: `old` must occur exactly once in the draft. Spec: patch.unique. */
export const patchOp = z.strictObject({
  // An enum with one value: some model providers refuse `const` in a schema.
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
/** One text replacement in a draft; the text `old` must occur exactly once. */
export type ClientPatchOperation = z.infer<typeof patchOp>;
/** Schema of the 1 to 50 replacements of one patch; either all are applied or none. */
export const patchOps = z.array(patchOp).min(1).max(LIMITS.patchOpsMax);

export const patch = defineAction({
  name: 'builder.patch',
  kind: 'change',
  set: 'draft',
  tool: { title: 'Patch a website' },
  aliases: ['builder.edit', 'builder.update', 'pages.edit', 'pages.patch', 'pages.update'],
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
  bodies: { patch_ops: 'pass' },
  raw: { path: '/pages/:page_id/raw', body: 'raw_html', instead: 'patch_ops' },
  errors: [
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
