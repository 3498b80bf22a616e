import type { PublicationWarning } from '@bridge/contracts';
import type { LayerPositionInPage } from './secrets/index.ts';

const LF_BYTE = 10;

/**
 * A line and column, both counted from 1: in the layer (HTML or CSS beside the draft) with this `layer_id`, or in the HTML of
 * the draft when it is null.
 */
interface PositionInHtmlOrLayer {
  readonly layer_id: string | null;
  readonly line: number;
  readonly column: number;
}

/** Returns for each layer (HTML or CSS beside the draft) the line of the composed page in which it begins, counted from 1. */
function firstLines(page: Uint8Array, layers: readonly LayerPositionInPage[]): readonly number[] {
  let line = 1;
  let from = 0;
  return layers.map(({ start }) => {
    for (let at = page.indexOf(LF_BYTE, from); at >= 0 && at < start;) {
      line += 1;
      from = at + 1;
      at = page.indexOf(LF_BYTE, from);
    }
    return line;
  });
}

/**
 * Converts the position of each warning from the composed page to a position in a layer or in the HTML of the draft. Returns
 * null for a warning without a position. Each layer must begin on a new line of the composed page. Spec: editor.check-places.
 */
export function warningPlaces(
  page: Uint8Array,
  layers: readonly LayerPositionInPage[],
  warnings: readonly Pick<PublicationWarning, 'line' | 'column'>[],
): (PositionInHtmlOrLayer | null)[] {
  const begins = firstLines(page, layers);
  return warnings.map(({ line, column = 1 }) => {
    if (line === undefined) return null;
    const index = begins.findLastIndex((begin) => begin <= line);
    const [layer, begin] = [layers[index], begins[index]];
    if (layer === undefined || begin === undefined) return { layer_id: null, line, column };
    const own = Math.max(1, line - begin + 1 - layer.addedLines);
    return { layer_id: layer.layer_id, line: own, column };
  });
}
