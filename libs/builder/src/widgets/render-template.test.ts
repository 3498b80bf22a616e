import { expect, test } from 'vitest';
import { renderTemplate } from './render-template.ts';

const VALUES = { title: 'Moon & Sea', none: '', count: 3, deep: { name: 'x', gone: null } };

test.each([
  ['a value', '<p>{{title}}</p>', '<p>Moon &amp; Sea</p>'],
  ['a number', '{{count}}', '3'],
  ['a member', '{{deep.name}}', 'x'],
  ['a missing value', '[{{nothing}}{{deep.nothing}}{{title.length}}{{deep}}]', '[]'],
  ['an inherited name', '[{{constructor}}{{deep.constructor.name}}]', '[]'],
  ['a section of a value', '{{#title}}a{{/title}}{{^title}}b{{/title}}', 'a'],
  ['a section of nothing', '{{#none}}a{{/none}}{{^none}}b{{/none}}', 'b'],
  ['a section of null', '{{#deep.gone}}a{{/deep.gone}}{{^deep.gone}}b{{/deep.gone}}', 'b'],
  ['nested sections', '{{#none}}{{#title}}a{{/title}}b{{/none}}c', 'c'],
  ['text that is no tag', '{ {title} } {{Title}} {{ title }}', '{ {title} } {{Title}} {{ title }}'],
])('a template with %s is rendered', (_, template, html) => {
  expect(renderTemplate(template, VALUES)).toBe(html);
});

// Verifies: widgets.params-text.
test('a value is text wherever it stands, and never a template', () => {
  const title = `</script><!-- --> <b a="1" b='2'>{{deep}} $& &lt;`;
  const html = renderTemplate('<a title="{{title}}">{{title}}</a>', { title, deep: 'X' });
  const text =
    '&lt;/script&gt;&lt;!-- --&gt; &lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;{{deep}} $&amp; &amp;lt;';
  expect(html).toBe(`<a title="${text}">${text}</a>`);
});
