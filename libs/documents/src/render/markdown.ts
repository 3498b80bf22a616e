import { Marked } from 'marked';

/** Escapes text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Escapes text for Markdown, which would drop `<KEY>` as an unknown tag. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll('<', '\\<').replaceAll('|', '\\|');
}

/** Matches the addresses to which a link may lead; a link to another address stays text. */
const SAFE_TARGET = /^(?:https?:\/\/|\/|#)/;

/** Returns the anchor of a heading: its words in GitHub's form, so that one link works in both places. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

const marked = new Marked({
  gfm: true,
  // A bare address and raw HTML stay text, so that no text of a document becomes markup.
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

/** Renders the product's own Markdown as HTML; a wide table scrolls by itself. */
export function markdownToHtml(markdown: string): string {
  return marked
    .parse(markdown, { async: false })
    .replaceAll('<table>', '<div class="wide"><table>')
    .replaceAll('</table>', '</table></div>')
    .trimEnd();
}
