import { z } from 'zod';
import { LIMITS } from './limits.ts';
import {
  publicationMode,
  publicationWarning,
  type PublicationWarning,
  type WebsiteRecord,
} from './records.ts';

/** A secret in a text to be published: its kind and place, never the secret itself. */
export const SECRET_PLACE = {
  kind: z.string().describe('What kind of secret it is, in words.'),
  part: z.enum(['html', 'layer', 'title', 'file']).describe('The part of the website it is in.'),
  line: z.int().describe('Line in that part, from 1.'),
  column: z.int().describe('Column in UTF-16 code units, from 1.'),
};

/** The verdict on a draft: that which a publication of its text would return. Spec: publishing.check. */
export const draftVerdict = z.strictObject({
  publication_mode: publicationMode,
  offline_ready: z.boolean(),
  warnings: z.array(publicationWarning).max(LIMITS.warningsMax),
  /** True when there are more warnings than the list contains. */
  truncated: z.boolean(),
  secrets: z
    .int()
    .nonnegative()
    .describe('Secrets in the draft, counted up to 20; with one, publish is refused.'),
  /** Place of each secret; absent without secrets. */
  found: z
    .array(z.strictObject({ ...SECRET_PLACE, name: z.string().optional() }))
    .max(LIMITS.secretsShownMax)
    .optional(),
  empty: z.boolean().describe('True when the draft shows nothing; publish is refused.'),
});
export type DraftVerdict = z.infer<typeof draftVerdict>;

/** The check of one revision of a draft. Spec: publishing.check. */
export const publishCheck = z.strictObject({
  draft_revision: z.int().positive(),
  ...draftVerdict.shape,
});
export type PublishCheck = z.infer<typeof publishCheck>;

/** The warning about a publication that stays private, by the actor that made the website private. */
const PRIVATE: Readonly<Record<'byOwner' | 'byAgent', PublicationWarning>> = {
  byOwner: {
    code: 'visibility_locked_by_owner',
    severity: 'warning',
    message: 'The owner made this website private; it was published and stays private.',
    count: 1,
  },
  byAgent: {
    code: 'visibility_private',
    severity: 'warning',
    message: 'This website is private; it was published, and pages.set_visibility can show it.',
    count: 1,
  },
};

/**
 * Returns the warnings of a publication of this website: one about its visibility when it is published and private,
 * then those of its text.
 */
export function publicationWarnings(
  website: Pick<WebsiteRecord, 'state' | 'visibility' | 'visibility_locked'>,
  made: { readonly warnings: readonly PublicationWarning[]; readonly truncated: boolean },
): { warnings: PublicationWarning[]; truncated: boolean } {
  const { warnings, truncated } = made;
  if (website.state !== 'published' || website.visibility !== 'private')
    return { warnings: [...warnings], truncated };
  const own = PRIVATE[website.visibility_locked ? 'byOwner' : 'byAgent'];
  return {
    warnings: [own, ...warnings.slice(0, LIMITS.warningsMax - 1)],
    truncated: truncated || warnings.length === LIMITS.warningsMax,
  };
}
