import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownToHtml } from './markdown.ts';

describe('Markdown as this service writes it', () => {
  it('becomes the HTML that a reader expects', () => {
    const html = markdownToHtml(
      [
        '# One & two',
        '',
        'A **bold** word, `code <b>`, a [link](/docs) and <https://example.org/?a=1&b=2>.',
        'Same paragraph with \\<KEY>.',
        '',
        '- first',
        '- second with `x`',
        '',
        '1. one',
        '2. two',
        '',
        '> quoted',
        '',
        '| a | b |',
        '| --- | --- |',
        '| `x\\|y` | [e](#e) |',
        '',
        '```json',
        '{"a": "<b>"}',
        '',
        '# no heading',
        '```',
        '## revision_conflict',
        'Right below.',
      ].join('\n'),
    );
    expect(html.split('\n')).toEqual([
      '<h1 id="one--two">One &amp; two</h1>',
      '<p>A <strong>bold</strong> word, <code>code &lt;b&gt;</code>, a <a href="/docs">link</a> and <a href="https://example.org/?a=1&amp;b=2">https://example.org/?a=1&amp;b=2</a>.',
      'Same paragraph with &lt;KEY&gt;.</p>',
      '<ul>',
      '<li>first</li>',
      '<li>second with <code>x</code></li>',
      '</ul>',
      '<ol>',
      '<li>one</li>',
      '<li>two</li>',
      '</ol>',
      '<blockquote>',
      '<p>quoted</p>',
      '</blockquote>',
      '<div class="wide"><table>',
      '<thead>',
      '<tr>',
      '<th>a</th>',
      '<th>b</th>',
      '</tr>',
      '</thead>',
      '<tbody><tr>',
      '<td><code>x|y</code></td>',
      '<td><a href="#e">e</a></td>',
      '</tr>',
      '</tbody></table></div>',
      '<pre tabindex="0"><code>{&quot;a&quot;: &quot;&lt;b&gt;&quot;}',
      '',
      '# no heading</code></pre>',
      '<h2 id="revision_conflict">revision_conflict</h2>',
      '<p>Right below.</p>',
    ]);
  });

  it('never lets text become markup or a link elsewhere, whatever it holds', () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom(
        '<script>',
        '"onload=',
        '[x](javascript:a)',
        '`',
        '**',
        '|',
        '# ',
        '> ',
        '- ',
        '\n',
        '```',
        '<https://a"b>',
        '](',
        '1. ',
        '\n:-|-:\n',
      ),
    );
    const own =
      /<\/?(?:h[1-6]|p|ul|ol|li|strong|em|del|br|hr|code|pre|blockquote|table|thead|tbody|tr|th|td|div|a)(?: (?:id|href|class|tabindex|start|align)="[^"<>]*")?>/g;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const html = markdownToHtml(pieces.join(''));
        expect(html.replaceAll(own, '')).not.toMatch(/[<>]/);
        expect(html).not.toMatch(/href="(?!https?:\/\/|\/|#)/);
      }),
      { numRuns: 1_000 },
    );
  });
});
