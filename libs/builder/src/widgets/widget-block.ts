import type { LineEndingKind } from '@bridge/contracts';
import { renderTemplate, type WidgetTemplateValues } from './render-template.ts';
import type { Widget } from './widget-files.ts';

/**
 * Returns the HTML comment that precedes an inserted widget: the widget’s id, its version and the id of this insertion.
 * Spec: widgets.markers.
 */
function beginMarker({ widgetId, version }: Widget, instance: string): string {
  return `<!-- widget:${widgetId} v${version} #${instance} -->`;
}
/** Returns the HTML comment that follows an inserted widget. */
function endMarker({ widgetId }: Widget, instance: string): string {
  return `<!-- /widget:${widgetId} #${instance} -->`;
}

/**
 * Renders a widget (a ready-made part of a page) with its params, between two HTML comments that mark its beginning and end.
 * Its line ends are those of the page.
 */
export function widgetBlock(
  widget: Widget,
  params: WidgetTemplateValues,
  instance: string,
  newline: LineEndingKind,
): string {
  const html = renderTemplate(widget.html, params).trim();
  const lines = [beginMarker(widget, instance), html, endMarker(widget, instance)].join('\n');
  return newline === 'crlf' ? lines.replaceAll(/\r?\n/g, '\r\n') : lines;
}
