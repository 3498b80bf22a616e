import { mergeLayers, type FieldConflict } from '../text/merge-layers.ts';
import { mergedText, type MergeConflictChoice, type TextMergeResult } from '../text/merge3.ts';
import { mergeTexts } from '../text/text-work.ts';
import type { DraftTexts } from './draft-texts.ts';

const TITLE_ID = 'title';

/**
 * The three-way merge of our version of a draft (in this editor) and their version (changed elsewhere), with the conflicts that
 * the owner must decide.
 */
export interface DraftMergeResult {
  readonly html: TextMergeResult;
  readonly fields: readonly FieldConflict[];
  /** The merged title and layers; where the versions conflict, it has our value. */
  readonly merged: Omit<DraftTexts, 'html'>;
}

/**
 * Merges two versions of a draft, ours (in this editor) and theirs (changed elsewhere), that were edited from the same base.
 */
export async function mergeDraft(
  base: DraftTexts,
  ours: DraftTexts,
  theirs: DraftTexts,
): Promise<DraftMergeResult> {
  const html = await mergeTexts(base.html, ours.html, theirs.html);
  const layers = mergeLayers(base.layers, ours.layers, theirs.layers);
  const isTitleOurs = theirs.title === base.title || theirs.title === ours.title;
  const isTitleTheirs = ours.title === base.title;
  const title: readonly FieldConflict[] =
    isTitleOurs || isTitleTheirs
      ? []
      : [{ id: TITLE_ID, label: 'the title', ours: ours.title, theirs: theirs.title }];
  return {
    html,
    fields: [...title, ...layers.conflicts],
    merged: {
      title: isTitleTheirs && !isTitleOurs ? theirs.title : ours.title,
      layers: layers.layers,
    },
  };
}

/** Returns the number of conflicts of a merge that the owner must decide. */
export function conflictsOf({ html, fields }: DraftMergeResult): number {
  return html.conflicts + fields.length;
}

/**
 * The owner's decisions about a merge: one for each conflict in the HTML, in their order, and one for each conflict in the
 * title or a layer, by the conflict's id.
 */
export interface DraftMergeDecisions {
  readonly html: readonly (MergeConflictChoice | undefined)[];
  readonly fields: Readonly<Record<string, 'ours' | 'theirs' | undefined>>;
}

const NO_CHOICES: DraftMergeDecisions = { html: [], fields: {} };

/** Returns the merged draft with the owner's decisions applied. */
export function resultOf(
  merge: DraftMergeResult,
  choices: DraftMergeDecisions = NO_CHOICES,
): DraftTexts {
  const taken = merge.fields.filter(({ id }) => choices.fields[id] === 'theirs');
  const valueOf = (layerId: string, field: string): string | undefined =>
    taken.find(({ id }) => id === `layer ${layerId} ${field}`)?.theirs;
  return {
    html: mergedText(merge.html, choices.html),
    title: taken.find(({ id }) => id === TITLE_ID)?.theirs ?? merge.merged.title,
    layers: merge.merged.layers.map((layer) => {
      const order = valueOf(layer.layer_id, 'order');
      const visible = valueOf(layer.layer_id, 'visible');
      const kind = valueOf(layer.layer_id, 'kind');
      return {
        ...layer,
        name: valueOf(layer.layer_id, 'name') ?? layer.name,
        content: valueOf(layer.layer_id, 'content') ?? layer.content,
        // The cast is safe because the value is the `kind` of one of the merged layers.
        kind: (kind as typeof layer.kind | undefined) ?? layer.kind,
        order: order === undefined ? layer.order : Number(order),
        visible: visible === undefined ? layer.visible : visible === 'true',
      };
    }),
  };
}
