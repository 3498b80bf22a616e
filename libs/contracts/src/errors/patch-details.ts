import { z } from 'zod';
import { when } from './entry.ts';

const line = z.int().describe('Line in the draft, from 1.');
const column = z.int().describe('Character in that line, from 1.');

/** Member of an error’s `details` with the index of the failed patch operation (one replacement of text in a draft). */
export const PATCH_OP = {
  op_index: z.int().describe('The first failing operation, from 0.'),
};

/** Member of an error’s `details` with the number of applied patch operations, always 0: one failed operation cancels all. */
export const APPLIED = {
  applied: z.literal(0).describe('How many operations were applied: none.'),
};

/** Members of an error’s `details` that explain why the text `old` of a patch operation was not found in the draft. */
export const MISS = {
  cause: z
    .enum([
      'line_endings',
      'unicode_composition',
      'lookalike_characters',
      'whitespace',
      'letter_case',
      'html_entity',
      'typo',
      'already_applied',
      'produced_by_op',
      'none',
    ])
    .describe(
      'In what `old` differs from the draft; or that the new text is there already, that only an earlier operation makes this text, or that nothing similar was found.',
    ),
  suggested_old: when(
    'one similar text of at most 2,000 characters was found, and the answer has room for it',
    z.string().describe('The exact text of the draft to send as `old`.'),
  ),
  produced_by: when(
    'the cause is `produced_by_op` and one operation holds the text',
    z.int().describe('The operation whose `new` holds the text, from 0.'),
  ),
  old_preview: z.string().describe('The beginning of `old`.'),
  longest_prefix: z
    .object({
      chars: z.int().describe('Characters of that beginning.'),
      of: z.int().describe('Characters of `old`.'),
      line,
      column,
    })
    .describe('The longest beginning of `old` that is in the draft.'),
  source_continues: z.string().describe('How the draft goes on after it.'),
  old_continues: z.string().describe('How `old` goes on after it.'),
};

/**
 * Members of an error’s `details` with the positions of a patch operation’s text `old` that occurs more than once in the
 * draft.
 */
export const PLACES = {
  match_count: z.int().describe('How many places hold the text; counting stops at 21.'),
  capped: z.boolean().describe('True when counting stopped there.'),
  matches: z
    .array(
      z.object({
        line,
        column,
        offset: z.int().describe('Character of the draft, from 0.'),
        before: z.string().describe('Text of the draft before the place.'),
        after: z.string().describe('Text of the draft after the place.'),
      }),
    )
    .describe('The first of these places.'),
};

/** Member of an error’s `details` with all failed patch operations after the first one. */
export const OTHER_FAILURES = {
  ops: when(
    'more operations fail',
    z
      .array(
        z.looseObject({
          op_index: z.int().describe('The failing operation, from 0.'),
          code: z
            .enum(['patch_no_match', 'patch_ambiguous', 'patch_overlap', 'patch_no_change'])
            .describe('Why it fails.'),
        }),
      )
      .describe(
        'The other failing operations; the first four with the members of their code, except `cause` and `suggested_old`.',
      ),
  ),
};
