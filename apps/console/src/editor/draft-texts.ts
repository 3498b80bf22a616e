import type { Layer } from '@bridge/contracts';
import type { EditedTexts } from '../api/pages.ts';

/** The texts of a draft, as a person edits them. */
export interface DraftTexts {
  readonly title: string;
  readonly html: string;
  readonly layers: readonly Layer[];
}

/** The texts of one revision. */
export interface RevisionTexts extends DraftTexts {
  readonly revision: number;
}

/** True when two lists hold the same layers in the same order. */
export function hasSameLayers(one: readonly Layer[], other: readonly Layer[]): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Returns what differs from the base; null when nothing does. */
export function editsOf(base: DraftTexts, now: DraftTexts): EditedTexts | null {
  const edits: EditedTexts = {
    ...(now.title === base.title ? {} : { title: now.title }),
    ...(now.html === base.html ? {} : { raw_html: now.html }),
    ...(hasSameLayers(now.layers, base.layers) ? {} : { layers: now.layers }),
  };
  return Object.keys(edits).length === 0 ? null : edits;
}

/** Returns the texts of a base with edits on it. */
export function withEdits(base: DraftTexts, edits: EditedTexts): DraftTexts {
  return {
    title: edits.title ?? base.title,
    html: edits.raw_html ?? base.html,
    layers: edits.layers ?? base.layers,
  };
}
