import type { PublicationWarning } from '@bridge/contracts';
import type { LayerSpan } from './secrets/index.ts';

const LF_BYTE = 10;

/** A place in the HTML of a draft, or with a name in the layer of that id. */
interface PlaceInPart {
  readonly layer_id: string | null;
  readonly line: number;
  readonly column: number;
}

/** The line of the composed page in which each layer begins. */
function firstLines(page: Uint8Array, layers: readonly LayerSpan[]): readonly number[] {
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
 * Converts the first place of each warning, a line of the composed page, to a line of the part of the draft that it is in;
 * null for a warning without a place. Layers begin on lines of their own. Spec: editor.check-places.
 */
export function warningPlaces(
  page: Uint8Array,
  layers: readonly LayerSpan[],
  warnings: readonly Pick<PublicationWarning, 'line' | 'column'>[],
): (PlaceInPart | null)[] {
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
