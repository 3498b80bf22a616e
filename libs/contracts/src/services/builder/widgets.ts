import { z } from 'zod';
import { expectedRevision, idempotencyKey, pageId, sha256Hex, url } from '../../common.ts';
import { defineAction } from '../../define.ts';
import { LIMITS } from '../../limits.ts';
import { websiteRecord } from '../../records.ts';

/** Schema of the name of a widget, a ready-made part of a page. */
export const widgetId = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/)
  .describe('The widget, by its name in widgets.catalog.');
/** Schema of the version of a widget (a ready-made part of a page): three numbers, such as `1.0.0`. */
export const widgetVersion = z.string().regex(/^[0-9]{1,4}\.[0-9]{1,4}\.[0-9]{1,4}$/);
/** Schema of the id of one inserted widget (a ready-made part of a page), unique on its page. */
const widgetInstance = z.string().regex(/^[0-9a-z]{8}$/);

/** Schema of a text of the draft that marks the position of a new widget; it must occur exactly once. */
const anchor = z.string().min(1).max(LIMITS.widgetAnchorCharsMax);
/** Schema of the position in a draft at which a widget (a ready-made part of a page) is inserted. */
const widgetPosition = z.union(
  [z.enum(['body_end']), z.strictObject({ before: anchor }), z.strictObject({ after: anchor })],
  { error: 'must be "body_end", {"before": text} or {"after": text}' },
);
/**
 * The position at which a widget (a ready-made part of a page) is inserted: the end of the body, or before or after a text of
 * the draft.
 */
export type WidgetPosition = z.infer<typeof widgetPosition>;

/** Schema of the parameters of an inserted widget; the builder service checks them against the schema of that widget. */
const widgetParams = z.record(z.string(), z.unknown()).check(({ value, issues }) => {
  const bytes = new TextEncoder().encode(JSON.stringify(value)).byteLength;
  const maximum = LIMITS.widgetParamsBytesMax;
  if (bytes > maximum)
    issues.push({ code: 'too_big', origin: 'bytes', maximum, inclusive: true, input: value });
});

export const widgetsCatalog = defineAction({
  name: 'widgets.catalog',
  kind: 'read',
  set: 'none',
  aliases: ['widgets.list'],
  purpose:
    'Lists the widgets that widgets.install_page puts into a website, each in its newest version with the JSON Schema of its params. A widget works offline: external is false for every one. Scope widgets.catalog. Likely errors: rate_limited.',
  input: z.strictObject({}),
  output: z.strictObject({
    widgets: z.array(
      z.strictObject({
        widget_id: widgetId,
        name: z.string(),
        description: z.string(),
        version: widgetVersion,
        bytes: z.int().positive().describe('Size of the widget’s HTML before its params are set.'),
        sha256: sha256Hex.describe('SHA-256 of that HTML.'),
        params_schema: z.record(z.string(), z.unknown()).describe('JSON Schema of params.'),
        external: z.literal(false).describe('False: it requests nothing from another host.'),
        preview_url: url
          .nullable()
          .describe('A page that shows the widget; null when there is none.'),
      }),
    ),
  }),
  errors: [],
  example: {},
});

export const widgetsInstallPage = defineAction({
  name: 'widgets.install_page',
  kind: 'change',
  set: 'none',
  aliases: ['widgets.install', 'widgets.add'],
  purpose:
    'Puts a widget into the draft between the comments <!-- widget:<id> v<version> #<instance> --> and <!-- /widget:<id> #<instance> -->, as one patch. position is body_end (before the last </body>), or a text that stands exactly once in the draft, copied from raw_html with its blanks. params follow the widget’s params_schema; HTML in them is shown as text. To remove the widget, send widget.html of the result as old of builder.patch with an empty new. Scope widgets.install_page. Likely errors: widget_not_found, invalid_input (params), revision_conflict, patch_no_match, patch_ambiguous, empty_draft, multi_file_project.',
  input: z.strictObject({
    page_id: pageId,
    expected_revision: expectedRevision,
    widget_id: widgetId,
    version: widgetVersion.optional().describe('By default the newest version.'),
    params: widgetParams
      .default({})
      .describe('What the widget shows, by its params_schema; at most 256 KiB as JSON.'),
    position: widgetPosition
      .default('body_end')
      .describe(
        'body_end, {"before": text} or {"after": text}; the text, at most 10,000 characters, stands exactly once in the draft.',
      ),
    idempotency_key: idempotencyKey,
  }),
  output: z.strictObject({
    website: websiteRecord,
    widget: z.strictObject({
      widget_id: widgetId,
      version: widgetVersion,
      instance: widgetInstance,
      html: z
        .string()
        .nullable()
        .describe(
          'The exact text that was inserted: the old of the patch that removes it. Null above 32 KiB; then copy it from raw_html, from the first comment to the second.',
        ),
    }),
  }),
  errors: [
    'widget_not_found',
    'patch_no_match',
    'patch_ambiguous',
    'html_too_large',
    'multi_file_project',
    'empty_draft',
    'quota_exceeded',
  ],
  example: {
    page_id: 42,
    expected_revision: 2,
    widget_id: 'contents',
    params: { title: 'On this page' },
    position: { after: '<h1>The Moonlit Press</h1>' },
    idempotency_key: 'widget-42-contents',
  },
});
