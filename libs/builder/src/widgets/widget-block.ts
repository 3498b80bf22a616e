import type { Newline } from '@bridge/contracts';
import { renderTemplate, type TemplateValues } from './render-template.ts';
import type { Widget } from './widget-files.ts';

/** The comment before an installed widget. Spec: widgets.markers. */
function beginMarker({ widgetId, version }: Widget, instance: string): string {
  return `<!-- widget:${widgetId} v${version} #${instance} -->`;
}
/** The comment after it. */
function endMarker({ widgetId }: Widget, instance: string): string {
  return `<!-- /widget:${widgetId} #${instance} -->`;
}

/** A widget with its params between its markers, with the line ends of the page. */
export function widgetBlock(
  widget: Widget,
  params: TemplateValues,
  instance: string,
  newline: Newline,
): string {
  const html = renderTemplate(widget.html, params).trim();
  const lines = [beginMarker(widget, instance), html, endMarker(widget, instance)].join('\n');
  return newline === 'crlf' ? lines.replaceAll(/\r?\n/g, '\r\n') : lines;
}
