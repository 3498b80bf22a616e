import { z } from 'zod';
import { defineAction } from '../../define.ts';
import { LIMITS } from '../../limits.ts';
import { referenceRecord } from '../../records.ts';

const facet = z.array(z.strictObject({ value: z.string(), count: z.int().nonnegative() }));

export const search = defineAction({
  name: 'surf.search',
  kind: 'read',
  budget: 'search',
  set: 'read',
  tool: { title: 'Search the archive' },
  aliases: ['search', 'archive.search', 'search.query'],
  purpose:
    'Searches a public cultural archive for references (works of art, photographs, recordings) with a ready attribution line. Rights and availability are not verified. Pictures are links: their bytes are not delivered, and a page that shows them by link is not portable. Filters go inside the query: type: (painting, print, photograph, poster, drawing, textile, ceramic, sculpture, book …), date: (1920, 1920..1930, 1920s), rights: (open, restricted, unknown), source: (tate, moma, met …), creator:"el lissitzky", image:yes, lang:de, like:<id>, -word, "exact phrase". understood.ignored names filters that were not applied, with the values that exist; notes say what was corrected and what was not found. Scope surf.search. Likely errors: invalid_input, rate_limited.',
  input: z.strictObject({
    query: z
      .string()
      .min(1)
      .max(LIMITS.searchQueryCharsMax)
      .describe(
        'Words, phrases in quotes and filters such as type:poster date:1920..1930 rights:open; lang: is as the source says or else guessed from the title. At least one letter or digit. 1 to 300 characters.',
      ),
    limit: z
      .int()
      .min(1)
      .max(LIMITS.searchLimitMax)
      .default(LIMITS.searchLimitDefault)
      .describe('How many references, 1 to 50.'),
  }),
  output: z.strictObject({
    references: z.array(referenceRecord),
    /** How the service understood the query: corrections, filters, added words and ignored words. */
    understood: z.strictObject({
      corrected: z.record(z.string(), z.string()),
      filters: z.record(z.string(), z.string()),
      expanded: z.record(z.string(), z.array(z.string())),
      ignored: z.array(z.string()),
    }),
    facets: z.strictObject({ type: facet, source: facet, decade: facet, rights: facet }),
    /** Number of archive records that match the query; a lower bound when an entry of `notes` says "At least". */
    total_estimate: z.int().nonnegative(),
    notes: z.array(z.string()),
    content_trust: z.literal('untrusted'),
  }),
  errors: [],
  example: { query: 'bauhaus weaving date:1920..1933', limit: 5 },
});
