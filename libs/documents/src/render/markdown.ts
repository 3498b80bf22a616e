import { Marked } from 'marked';

/** Escapes text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Escapes text for Markdown. Without it `<KEY>` would be dropped as an unknown HTML tag. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll('<', '\\<').replaceAll('|', '\\|');
}

/** Returns names as code in Markdown, separated by commas. */
export function codeList(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

/** Matches URLs that may become links; a link to any other URL is rendered as text. */
const SAFE_TARGET = /^(?:https?:\/\/|\/|#)/;

/** Returns the anchor of a heading in GitHub's form, so that links work on GitHub and on the served page. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

const marked = new Marked({
  gfm: true,
  // Plain URLs and raw HTML stay text, so a document cannot inject markup.
  tokenizer: { url: () => undefined, html: () => undefined, tag: () => undefined },
  renderer: {
    heading({ tokens, depth, text }) {
      const anchor = escapeHtml(anchorOf(text));
      return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
    link({ href, tokens }) {
      const shown = this.parser.parseInline(tokens);
      return SAFE_TARGET.test(href) ? `<a href="${escapeHtml(href)}">${shown}</a>` : shown;
    },
    image: ({ text }) => escapeHtml(text),
  },
});

/** Renders Markdown of the product as HTML; each table scrolls horizontally. */
export function markdownToHtml(markdown: string): string {
  return marked
    .parse(markdown, { async: false })
    .replaceAll('<table>', '<div class="wide"><table>')
    .replaceAll('</table>', '</table></div>')
    .trimEnd();
}
