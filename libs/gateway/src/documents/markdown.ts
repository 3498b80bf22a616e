/** Text as it stands in HTML, also inside an attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Text as it stands in Markdown, where `<KEY>` would vanish as an unknown tag. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll('<', '\\<').replaceAll('|', '\\|');
}

/** Addresses a link may lead to; anything else stays text. */
const SAFE_TARGET = /^(?:https?:\/\/|\/|#)/;

function link(label: string, target: string): string {
  const shown = inline(label);
  return SAFE_TARGET.test(target) ? `<a href="${escapeHtml(target)}">${shown}</a>` : shown;
}

/** Bold text, links and bare addresses; code was taken out before. */
function words(text: string): string {
  return text
    .split(/(\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\)|<https?:\/\/[^>\s]+>)/)
    .map((part, index) => {
      // \< is a bracket that GitHub would otherwise take for HTML.
      if (index % 2 === 0) return escapeHtml(part.replaceAll(/\\([<|])/g, '$1'));
      const [, label, target] = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(part) ?? [];
      if (label !== undefined && target !== undefined) return link(label, target);
      if (part.startsWith('<')) return link(part.slice(1, -1), part.slice(1, -1));
      return `<strong>${inline(part.slice(2, -2))}</strong>`;
    })
    .join('');
}

function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part, index) =>
      index % 2 === 0 ? words(part) : `<code>${escapeHtml(part.slice(1, -1))}</code>`,
    )
    .join('');
}

/** Anchor of a heading: its words as GitHub makes them, so that one link works in both places. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

/** Cells of a table row; `\|` is a bar inside a cell. */
function cells(row: string): readonly string[] {
  return row
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim());
}

function table(rows: readonly string[]): string {
  const [head = '', , ...body] = rows;
  const line = (row: string, tag: 'th' | 'td'): string =>
    `<tr>${cells(row)
      .map((cell) => `<${tag}>${inline(cell)}</${tag}>`)
      .join('')}</tr>`;
  const bodyRows = body.map((row) => line(row, 'td')).join('\n');
  return `<div class="wide"><table>\n<thead>${line(head, 'th')}</thead>\n<tbody>\n${bodyRows}\n</tbody>\n</table></div>`;
}

function list(lines: readonly string[], tag: 'ul' | 'ol'): string {
  const items = lines.map((line) => `<li>${inline(line.replace(/^(?:- |\d+\. )/, ''))}</li>`);
  return `<${tag}>\n${items.join('\n')}\n</${tag}>`;
}

/** One block of lines without a blank one between them. */
function block(lines: readonly string[]): string {
  const [first = ''] = lines;
  const heading = /^(#{1,4}) (.+)$/.exec(first);
  if (heading !== null) {
    const [, marks = '', text = ''] = heading;
    const rest = lines.length > 1 ? `\n${block(lines.slice(1))}` : '';
    return `<h${marks.length} id="${escapeHtml(anchorOf(text))}">${inline(text)}</h${marks.length}>${rest}`;
  }
  if (first.startsWith('|')) return table(lines);
  if (lines.every((line) => line.startsWith('- '))) return list(lines, 'ul');
  if (lines.every((line) => /^\d+\. /.test(line))) return list(lines, 'ol');
  if (lines.every((line) => line.startsWith('> '))) {
    return `<blockquote><p>${inline(lines.map((line) => line.slice(2)).join(' '))}</p></blockquote>`;
  }
  return `<p>${inline(lines.join(' '))}</p>`;
}

/**
 * HTML of the Markdown that this service writes itself: headings, paragraphs, lists, tables, quotes, fenced code, links,
 * bold and code; a block ends at a blank line, a list item at the end of its line. Raw HTML is shown as text, so nothing
 * that ever gets into a document can become markup.
 */
export function markdownToHtml(markdown: string): string {
  const blocks: string[] = [];
  let lines: string[] = [];
  let fence: string[] | null = null;
  const close = (): void => {
    if (lines.length > 0) blocks.push(block(lines));
    lines = [];
  };
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) {
      if (fence === null) {
        close();
        fence = [];
      } else {
        blocks.push(`<pre tabindex="0"><code>${escapeHtml(fence.join('\n'))}</code></pre>`);
        fence = null;
      }
    } else if (fence !== null) fence.push(line);
    else if (line.trim() === '') close();
    else lines.push(line);
  }
  if (fence !== null) lines.push(...fence);
  close();
  return blocks.join('\n');
}
