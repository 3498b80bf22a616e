import type { SourcePosition } from '../model/index.ts';

/**
 * Makes a function that converts an offset in `text` (a script or style sheet of the page) to a line and column of the page;
 * `start` is the position of `text`. The first call indexes the line breaks.
 */
export function textPlaces(
  text: string,
  start: SourcePosition,
): (offset: number) => SourcePosition {
  let breaks: number[] | null = null;
  const lineBreaks = (): number[] => {
    const found: number[] = [];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) found.push(at);
    return found;
  };
  return (offset) => {
    breaks ??= lineBreaks();
    let low = 0;
    let high = breaks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((breaks[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return { line: start.line, column: start.column + offset };
    return { line: start.line + low, column: offset - (breaks[low - 1] ?? 0) };
  };
}
