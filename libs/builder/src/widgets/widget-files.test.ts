import { expect, test } from 'vitest';
import { readWidgetFiles } from './widget-files.ts';
import { widgetBlock } from './widget-block.ts';

const widgets = readWidgetFiles();

test('the catalogue has three widgets', () => {
  expect(widgets.newest.map(({ widgetId }) => widgetId)).toEqual([
    'cited-picture',
    'contents',
    'theme-switch',
  ]);
});

test('a widget is found by its name and version, and nothing else is', () => {
  expect(widgets.find('contents')).toBe(widgets.find('contents', '1.0.0'));
  expect(widgets.find('contents', '9.0.0')).toBeUndefined();
  for (const name of ['', '..', 'Contents', '__proto__', 'constructor'])
    expect(widgets.find(name)).toBeUndefined();
});

test.each(widgets.newest)('$widgetId shows its sample, and every value as HTML text', (widget) => {
  const sample = widget.params.parse(widget.sample);
  const html = widgetBlock(widget, sample, 'abcdefgh', 'lf');
  expect(html).not.toContain('{{');
  // A template value in a script, style or comment would need another escaping than templates have, so none may occur there.
  const code = widget.html.match(/<(script|style)\b[^>]*>.*?<\/\1>|<!--.*?-->/gs) ?? [];
  for (const part of code) expect(part).not.toContain('{{');
  for (const [, quote] of widget.html.matchAll(/=(["']?)\{\{/g)) expect(quote).toBe('"');
});

test('a widget in a page with CR LF has no other line ends', () => {
  for (const widget of widgets.newest) {
    const html = widgetBlock(widget, widget.params.parse(widget.sample), 'abcdefgh', 'crlf');
    expect(html.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  }
});
