import { BUILDER, LIMITS, type WidgetPosition } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import { BridgeError, inputIssues } from '@bridge/kernel';
import { changeWithObjects } from '../change-with-objects.ts';
import { demandDraft, demandSingle } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { applyDraftChange } from '../draft-change.ts';
import { patchStoredText } from '../patch-stored-text.ts';
import type { TextPatchOperation } from '../patch/compute-patch.ts';
import type { WidgetTemplateValues } from '../widgets/render-template.ts';
import { widgetBlock } from '../widgets/widget-block.ts';
import type { Widget, BundledWidgets } from '../widgets/widget-files.ts';
import { findContent } from '../website.store.ts';

/**
 * Length of the id of an inserted widget, in base-32 characters: 40 random bits, enough to distinguish the widgets of one page.
 */
const INSTANCE_CHARS = 8;

/** The input of the action that inserts a widget (a ready-made part of a page) into a draft. */
type WidgetInstallInput = Parameters<ServiceCallHandler<typeof BUILDER.widgetsInstallPage>>[0];

/** Returns the widget that the input names, with its validated params. Throws widget_not_found and invalid_input. */
function demandWidget(
  widgets: BundledWidgets,
  { widget_id, version, params }: Pick<WidgetInstallInput, 'widget_id' | 'version' | 'params'>,
): { readonly widget: Widget; readonly values: WidgetTemplateValues } {
  const widget = widgets.find(widget_id, version);
  if (widget === undefined)
    throw new BridgeError('widget_not_found', {
      widget_id,
      ...(version === undefined ? {} : { version }),
    });
  const parsed = widget.params.safeParse(params);
  if (parsed.success) return { widget, values: parsed.data };
  const issues = inputIssues(parsed.error, params, ['params']);
  throw new BridgeError('invalid_input', { issues });
}

/**
 * Returns the patch operation that inserts the HTML of a widget (`block`) at a position, and the exact text that it inserts.
 */
function insertion(
  position: WidgetPosition,
  block: string,
  lineEnd: string,
): { readonly op: TextPatchOperation; readonly inserted: string } {
  if (position === 'body_end') {
    const inserted = `${block}${lineEnd}`;
    return { op: { op: 'end_body', new: inserted }, inserted };
  }
  if ('before' in position) {
    const { before: old } = position;
    const inserted = `${block}${lineEnd}`;
    return { op: { op: 'replace_text', old, new: `${inserted}${old}` }, inserted };
  }
  const { after: old } = position;
  const inserted = `${lineEnd}${block}`;
  return { op: { op: 'replace_text', old, new: `${old}${inserted}` }, inserted };
}

/**
 * Inserts a widget (a ready-made part of a page) into a draft with a patch that this handler writes. It can be refused for the
 * same reasons as a patch of a client.
 */
export function widgetsInstallPage(
  deps: BuilderDeps,
): ServiceCallHandler<typeof BUILDER.widgetsInstallPage> {
  const { db, ids, widgets } = deps;
  return async (input, call) =>
    changeWithObjects(deps, {
      callable: BUILDER.widgetsInstallPage,
      call,
      idempotencyKey: input.idempotency_key,
      plan: async (store) => {
        const { widget, values } = demandWidget(widgets, input);
        const row = await demandDraft(findContent, db, call, input, demandSingle);
        const instance = ids.make('w').slice(-INSTANCE_CHARS);
        const block = widgetBlock(widget, values, instance, row.newline);
        const lineEnd = row.newline === 'crlf' ? '\r\n' : '\n';
        const { op, inserted } = insertion(input.position, block, lineEnd);
        const loadOps = async () => new TextEncoder().encode(JSON.stringify([op]));
        const { html } = await patchStoredText(deps, row, loadOps, call.deadline, store);
        return { html, widget, instance, inserted };
      },
      apply: async (tx, { html, widget, instance, inserted }) => {
        const change = {
          pageId: input.page_id,
          expectedRevision: input.expected_revision,
          html,
          layers: null,
          word: null,
        };
        const by = { action: BUILDER.widgetsInstallPage.name, limited: true };
        const applied = await applyDraftChange(deps, tx, call, change, by);
        const isShown = Buffer.byteLength(inserted) <= LIMITS.widgetHtmlShownBytesMax;
        const installed = {
          widget_id: widget.widgetId,
          version: widget.version,
          instance,
          html: isShown ? inserted : null,
        };
        return { ...applied, result: { ...applied.result, widget: installed } };
      },
    });
}
