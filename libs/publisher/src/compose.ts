import type { Layer } from '@bridge/contracts';

/** CSS cannot hold its own end tag; escaped, `</style` means the same inside a string or address and ends nothing. */
function cssElement({ layer_id: id, content }: Layer): string {
  return `<style data-layer="${id}">\n${content.replace(/<\/(?=style)/gi, '<\\/')}\n</style>`;
}

/**
 * The text that is published: the draft exactly as it is, then its visible css and html layers in their order, each
 * on lines of its own; without such layers not one byte differs. Layers stand at the end, where HTML still reads
 * them into the body and where a style sheet wins over those before it. Source: decisions.md section 6, Layer.
 */
export function compose(html: string, layers: readonly Layer[]): string {
  const shown = layers
    .filter(({ kind, visible }) => visible && kind !== 'note')
    .toSorted((a, b) => a.order - b.order || (a.layer_id < b.layer_id ? -1 : 1));
  if (shown.length === 0) return html;
  const parts = shown.map((layer) => (layer.kind === 'css' ? cssElement(layer) : layer.content));
  return [html, ...parts].join('\n');
}
