import type { Layer } from './records.ts';

/**
 * Wraps a CSS layer in a style element. CSS cannot contain its own end tag; escaped, `</style` means the same inside a
 * string or address and does not end the element.
 */
function cssElement({ layer_id: id, content }: Layer): string {
  return `<style data-layer="${id}">\n${content.replace(/<\/(?=style)/gi, '<\\/')}\n</style>`;
}

/** The place of a layer in the composed page. */
export interface ComposedLayer {
  readonly layer_id: string;
  /** Offset of the layer's first byte in the page. */
  readonly start: number;
  /** Number of lines that composing added to the page before the layer's first line. */
  readonly addedLines: number;
}

/** The HTML text that a publication stores, and the byte offsets of its layers in UTF-8. */
export interface ComposedPage {
  readonly text: string;
  readonly layers: readonly ComposedLayer[];
}

/**
 * Composes the HTML text that is published: the draft exactly as it is, then its visible CSS and HTML layers in their
 * order, each on lines of its own. Without such layers the result equals the draft. Layers are at the end, where HTML
 * still parses them into the body and where a style sheet overrides earlier ones. Spec: drafts.layers.
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
