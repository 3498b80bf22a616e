import type { WebsiteLayer } from '@bridge/contracts';
import { merge3, mergedText } from './merge3.ts';

/**
 * A merge conflict in the title or in a property of a layer: this editor (ours) and the other one (theirs) changed it to
 * different values.
 */
export interface FieldConflict {
  /** Id of the conflict: `title`, or a text made of the layer's id and the name of the layer's property. */
  readonly id: string;
  readonly label: string;
  readonly ours: string;
  readonly theirs: string;
}

/**
 * The merged layers (named HTML, CSS or notes beside a draft's HTML). A property that conflicts has our value until the owner
 * decides.
 */
export interface LayerMergeResult {
  readonly layers: readonly WebsiteLayer[];
  readonly conflicts: readonly FieldConflict[];
}

const LAYER_FIELDS = ['name', 'kind', 'order', 'visible', 'content'] as const;

/** Returns the id of a merge conflict in a property of a layer, such as its name or its content. */
export function layerFieldId(layerId: string, field: string): string {
  return `layer ${layerId} ${field}`;
}

function mergeLayer(
  base: WebsiteLayer,
  ours: WebsiteLayer,
  theirs: WebsiteLayer,
): { layer: WebsiteLayer; conflicts: FieldConflict[] } {
  const conflicts: FieldConflict[] = [];
  let layer = ours;
  for (const field of LAYER_FIELDS) {
    if (ours[field] === base[field]) layer = { ...layer, [field]: theirs[field] };
    else if (theirs[field] !== base[field] && theirs[field] !== ours[field]) {
      const texts = field === 'content' ? merge3(base.content, ours.content, theirs.content) : null;
      if (texts?.conflicts === 0) layer = { ...layer, [field]: mergedText(texts) };
      else
        conflicts.push({
          id: layerFieldId(ours.layer_id, field),
          label: `${field} of layer “${ours.name}”`,
          ours: String(ours[field]),
          theirs: String(theirs[field]),
        });
    }
  }
  return { layer, conflicts };
}

function isSameLayer(a: WebsiteLayer, b: WebsiteLayer): boolean {
  return LAYER_FIELDS.every((field) => a[field] === b[field]);
}

/**
 * Merges two versions of a draft's layers, ours and theirs, that were changed from `base`. Layers are matched by id and merged
 * property by property. A layer that one side removed and the other changed is kept. Our layers come first, in our order.
 */
export function mergeLayers(
  base: readonly WebsiteLayer[],
  ours: readonly WebsiteLayer[],
  theirs: readonly WebsiteLayer[],
): LayerMergeResult {
  const byId = (list: readonly WebsiteLayer[]) => new Map(list.map((one) => [one.layer_id, one]));
  const [old, own, other] = [byId(base), byId(ours), byId(theirs)];
  const layers: WebsiteLayer[] = [];
  const conflicts: FieldConflict[] = [];
  for (const id of new Set([...own.keys(), ...other.keys()])) {
    const before = old.get(id);
    const a = own.get(id);
    const b = other.get(id);
    if (a !== undefined && b !== undefined) {
      const merged = mergeLayer(before ?? b, a, b);
      layers.push(merged.layer);
      conflicts.push(...merged.conflicts);
    } else {
      const kept = a ?? b;
      const isRemoved = before !== undefined && kept !== undefined && isSameLayer(kept, before);
      if (kept !== undefined && !isRemoved) layers.push(kept);
    }
  }
  return { layers, conflicts };
}
