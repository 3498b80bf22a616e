/** The values that the HTML template of a widget can show, by name. */
export type WidgetTemplateValues = Readonly<Record<string, unknown>>;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for use as HTML text or as a quoted attribute value; templates show values nowhere else. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
}

/** Returns the value at a path such as `reference.title` as text; empty when a part of the path is missing or null. */
function textAt(values: WidgetTemplateValues, path: string): string {
  let value: unknown = values;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return '';
    value = (value as WidgetTemplateValues)[name];
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const TAG = /\{\{([#^/]?)([a-z_.]+)\}\}/g;

/**
 * Renders the subset of Mustache that widgets use: `{{path}}` is the escaped value, `{{#path}}…{{/path}}` is rendered
 * for a value that is not empty, `{{^path}}…{{/path}}` for an empty one. Values are never parsed as templates.
 * Spec: widgets.params-text.
 */
export function renderTemplate(template: string, values: WidgetTemplateValues): string {
  let html = '';
  let from = 0;
  /** For each section (`{{#…}}` or `{{^…}}`) that is open at this position: true when its content is rendered. */
  const open: boolean[] = [];
  const add = (text: string): void => {
    if (open.every(Boolean)) html += text;
  };
  for (const { 0: tag, 1: kind, 2: path = '', index } of template.matchAll(TAG)) {
    add(template.slice(from, index));
    from = index + tag.length;
    const value = textAt(values, path);
    if (kind === '') add(escapeHtml(value));
    else if (kind === '/') open.pop();
    else open.push((value !== '') === (kind === '#'));
  }
  add(template.slice(from));
  return html;
}
