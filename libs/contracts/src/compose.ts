import type { Layer } from './records.ts';

/** CSS cannot hold its own end tag; escaped, `</style` means the same inside a string or address and ends nothing. */
function cssElement({ layer_id: id, content }: Layer): string {
  return `<style data-layer="${id}">\n${content.replace(/<\/(?=style)/gi, '<\\/')}\n</style>`;
}

/** A layer inside the composed page. */
export interface ComposedLayer {
  readonly layer_id: string;
  /** Offset of its first byte in the page. */
  readonly start: number;
  /** Lines of the page before its own first line that composing added. */
  readonly addedLines: number;
}

/** The text that is published, and where in its UTF-8 each layer begins. */
export interface ComposedPage {
  readonly text: string;
  readonly layers: readonly ComposedLayer[];
}

/**
 * The text that is published: the draft exactly as it is, then its visible css and html layers in their order, each
 * on lines of its own; without such layers not one byte differs. Layers stand at the end, where HTML still reads
 * them into the body and where a style sheet wins over those before it. Spec: drafts.layers.
 */
export function compose(html: string, layers: readonly Layer[]): ComposedPage {
  const shown = layers
    .filter(({ kind, visible }) => visible && kind !== 'note')
    .toSorted((a, b) => a.order - b.order || (a.layer_id < b.layer_id ? -1 : 1));
  const parts = [html];
  const spans: ComposedLayer[] = [];
  let bytes = shown.length === 0 ? 0 : Buffer.byteLength(html);
  for (const layer of shown) {
    const isCss = layer.kind === 'css';
    const part = isCss ? cssElement(layer) : layer.content;
    spans.push({ layer_id: layer.layer_id, start: bytes + 1, addedLines: isCss ? 1 : 0 });
    parts.push(part);
    bytes += 1 + Buffer.byteLength(part);
  }
  return { text: parts.join('\n'), layers: spans };
}
