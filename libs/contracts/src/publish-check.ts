import { z } from 'zod';
import { LIMITS } from './limits.ts';
import {
  publicationMode,
  publicationWarning,
  type PublicationWarning,
  type WebsiteRecord,
} from './records.ts';

/**
 * Schemas of the values that describe a secret (such as a password or token) found in a text: its kind and position, never
 * the secret itself.
 */
export const SECRET_PLACE = {
  kind: z.string().describe('What kind of secret it is, in words.'),
  part: z.enum(['html', 'layer', 'title', 'file']).describe('The part of the website it is in.'),
  line: z.int().describe('Line in that part, from 1.'),
  column: z.int().describe('Column in UTF-16 code units, from 1.'),
};

/**
 * Schema of the result of checking a draft before publication: its mode (portable or online), warnings and found secrets. A
 * publication of the same text has the same result. Spec: publishing.check.
 */
export const draftVerdict = z.strictObject({
  publication_mode: publicationMode,
  offline_ready: z.boolean(),
  warnings: z.array(publicationWarning).max(LIMITS.warningsMax),
  /** True when the check found more warnings than this list contains. */
  truncated: z.boolean(),
  secrets: z
    .int()
    .nonnegative()
    .describe('Secrets in the draft, counted up to 20; with one, publish is refused.'),
  /** Position of each secret; absent when the check found no secret. */
  found: z
    .array(z.strictObject({ ...SECRET_PLACE, name: z.string().optional() }))
    .max(LIMITS.secretsShownMax)
    .optional(),
  empty: z.boolean().describe('True when the draft shows nothing; publish is refused.'),
});
/** The result of checking a draft before publication: its mode (portable or online), warnings and found secrets. */
export type DraftVerdict = z.infer<typeof draftVerdict>;

/** Schema of the result of checking one revision of a draft before publication. Spec: publishing.check. */
export const publishCheck = z.strictObject({
  draft_revision: z.int().positive(),
  ...draftVerdict.shape,
});
/** The result of checking one revision of a draft before publication. */
export type PublishCheckResult = z.infer<typeof publishCheck>;

/**
 * The warning of a publication whose website is private, so that no visitor can read it: one text when the owner made it
 * private, one when an agent did.
 */
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

/** The fields of a website’s record that decide which warnings about its visibility a publication gives. */
type PublishedVisibility = Pick<WebsiteRecord, 'state' | 'visibility' | 'visibility_locked'>;

/** Returns the warnings about a website’s visibility: one when the published website is private, else none. */
export function visibilityWarnings(website: PublishedVisibility): PublicationWarning[] {
  if (website.state !== 'published' || website.visibility !== 'private') return [];
  return [PRIVATE[website.visibility_locked ? 'byOwner' : 'byAgent']];
}

/**
 * Returns the warnings of a publication, at most `LIMITS.warningsMax`: first those about the website's visibility, then those
 * about the page's text.
 */
export function publicationWarnings(
  website: PublishedVisibility,
  made: { readonly warnings: readonly PublicationWarning[]; readonly truncated: boolean },
): { warnings: PublicationWarning[]; truncated: boolean } {
  const all = [...visibilityWarnings(website), ...made.warnings];
  return {
    warnings: all.slice(0, LIMITS.warningsMax),
    truncated: made.truncated || all.length > LIMITS.warningsMax,
  };
}
