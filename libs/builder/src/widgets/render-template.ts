/** Values that a template shows, by name. */
export type TemplateValues = Readonly<Record<string, unknown>>;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML text and for quoted attribute values, the only places of a value in a template. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
}

/** The value at a path such as `reference.title`; empty when a part of it is missing or null. */
function textAt(values: TemplateValues, path: string): string {
  let value: unknown = values;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return '';
    value = (value as TemplateValues)[name];
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const TAG = /\{\{([#^/]?)([a-z_.]+)\}\}/g;

/**
 * Renders a template in the part of Mustache that widgets use: `{{path}}` is the escaped value, `{{#path}}…{{/path}}` is
 * rendered when the value is not empty, `{{^path}}…{{/path}}` when it is. Values are never read as a template.
 * Spec: widgets.params-text.
 */
export function renderTemplate(template: string, values: TemplateValues): string {
  let html = '';
  let from = 0;
  /** For each open section whether it is rendered. */
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
