const SPACE = /[\t\n\f\r ]/;

/**
 * Returns the addresses of a `srcset` in order, in linear time. Source: HTML, "parse a srcset attribute": a comma ends a
 * candidate only outside the parentheses of its descriptors, and trailing commas do not belong to an address.
 */
export function srcsetUrls(value: string): readonly string[] {
  const urls: string[] = [];
  let at = 0;
  const end = value.length;
  const isSpace = (index: number): boolean => SPACE.test(value.charAt(index));
  while (at < end) {
    while (at < end && (isSpace(at) || value.charAt(at) === ',')) at += 1;
    const start = at;
    while (at < end && !isSpace(at)) at += 1;
    if (at === start) break;
    let stop = at;
    while (stop > start && value.charAt(stop - 1) === ',') stop -= 1;
    urls.push(value.slice(start, stop));
    if (stop < at) continue;
    // Parentheses do not nest: the first `)` ends them.
    let inParentheses = false;
    for (; at < end; at += 1) {
      const char = value.charAt(at);
      if (char === '(') inParentheses = true;
      else if (char === ')') inParentheses = false;
      else if (char === ',' && !inParentheses) break;
    }
  }
  return urls;
}
