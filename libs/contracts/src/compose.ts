import type { WebsiteLayer } from './records.ts';

/**
 * Wraps a CSS layer (CSS stored beside a draft) in a `<style>` element. `</style` inside the CSS would end the element, so it
 * is escaped; CSS gives the escaped form the same meaning inside strings and URLs.
 */
function cssElement({ layer_id: id, content }: WebsiteLayer): string {
  return `<style data-layer="${id}">\n${content.replace(/<\/(?=style)/gi, '<\\/')}\n</style>`;
}

/** The position of a layer (HTML or CSS stored beside the draft) in a composed page. */
export interface ComposedLayerPosition {
  readonly layer_id: string;
  /** Offset of the layer's first byte in the composed HTML, in bytes. */
  readonly start: number;
  /** Number of line breaks that composing added to the HTML before the first line of the layer. */
  readonly addedLines: number;
}

/**
 * The HTML of a publication, which is the draft with its visible layers (HTML and CSS stored beside it), and the byte offset of
 * each layer.
 */
export interface ComposedPage {
  readonly text: string;
  readonly layers: readonly ComposedLayerPosition[];
}

/**
 * Composes the HTML that is published: the unchanged draft, then its visible CSS and HTML layers in their order, each on
 * separate lines. Without such layers the result equals the draft. The layers come last, so that their CSS overrides
 * earlier style sheets. Spec: drafts.layers.
 */
export function compose(html: string, layers: readonly WebsiteLayer[]): ComposedPage {
  const shown = layers
    .filter(({ kind, visible }) => visible && kind !== 'note')
    .toSorted((a, b) => a.order - b.order || (a.layer_id < b.layer_id ? -1 : 1));
  const parts = [html];
  const spans: ComposedLayerPosition[] = [];
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
