/** Weight of a media type that an Accept header names itself; ranges with a star count for nothing here. */
function weightOf(accept: string, type: string): number {
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (name !== type) continue;
    const q = parameters.find((text) => text.startsWith('q='));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    return weight >= 0 && weight <= 1 ? weight : 0;
  }
  return 0;
}

/**
 * Which form of a document a reader gets: the one it names with the greater weight, else `otherwise`. Browsers name
 * text/html; agents name text/markdown or nothing.
 */
export function preferred(
  accept: string | undefined,
  otherwise: 'html' | 'markdown',
): 'html' | 'markdown' {
  const html = weightOf(accept ?? '', 'text/html');
  const markdown = weightOf(accept ?? '', 'text/markdown');
  if (html === markdown) return html === 0 ? otherwise : 'markdown';
  return html > markdown ? 'html' : 'markdown';
}

/** True when an Accept header names text/html, as browsers do and clients of an API do not. */
export function namesHtml(accept: string | undefined): boolean {
  return weightOf(accept ?? '', 'text/html') > 0;
}
