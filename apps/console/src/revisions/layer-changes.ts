import type { WebsiteLayer } from '@bridge/contracts';

/** A layer (named HTML, CSS or note of a draft) that differs between two revisions, with a sentence about the difference. */
export interface LayerChangeDescription {
  readonly layerId: string;
  readonly sentence: string;
  /** The layer's contents in both revisions; null when they are equal or only one revision has the layer. */
  readonly contents: { readonly a: string; readonly b: string } | null;
}

/** The properties of a layer whose changes are described in words. The layer's content is not among them. */
const CHANGED_MEMBERS = [
  'name',
  'kind',
  'order',
  'visible',
] as const satisfies readonly (keyof WebsiteLayer)[];

function describeMember(
  member: (typeof CHANGED_MEMBERS)[number],
  before: WebsiteLayer,
  after: WebsiteLayer,
): string {
  if (member === 'visible') return after.visible ? 'is shown now' : 'is hidden now';
  return `${member} “${before[member]}” became “${after[member]}”`;
}

/**
 * Returns the layers (HTML, CSS or notes of a draft) that differ between the revisions `a` and `b`, each with a description of
 * how `b` differs from `a`. Layers are matched by their ids.
 */
export function layerChanges(
  a: readonly WebsiteLayer[],
  b: readonly WebsiteLayer[],
): readonly LayerChangeDescription[] {
  const before = new Map(a.map((layer) => [layer.layer_id, layer]));
  const after = new Map(b.map((layer) => [layer.layer_id, layer]));
  const removed = a
    .filter(({ layer_id: id }) => !after.has(id))
    .map(({ layer_id: layerId, name, kind }): LayerChangeDescription => {
      return { layerId, sentence: `Layer “${name}” (${kind}) was removed.`, contents: null };
    });
  const others = b.flatMap((layer): LayerChangeDescription[] => {
    const { layer_id: layerId, name, kind } = layer;
    const old = before.get(layerId);
    if (old === undefined)
      return [{ layerId, sentence: `Layer “${name}” (${kind}) was added.`, contents: null }];
    const parts = CHANGED_MEMBERS.filter((member) => old[member] !== layer[member]).map((member) =>
      describeMember(member, old, layer),
    );
    const isSameText = old.content === layer.content;
    if (!isSameText) parts.push('its content was changed');
    if (parts.length === 0) return [];
    const contents = isSameText ? null : { a: old.content, b: layer.content };
    return [{ layerId, sentence: `Layer “${name}”: ${parts.join(', ')}.`, contents }];
  });
  return [...removed, ...others];
}
