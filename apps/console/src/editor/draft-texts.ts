import type { WebsiteLayer } from '@bridge/contracts';
import type { DraftEdits } from '../api/pages.ts';

/** The texts of a draft that the owner edits: title, HTML and layers (named HTML, CSS or notes beside the HTML). */
export interface DraftTexts {
  readonly title: string;
  readonly html: string;
  readonly layers: readonly WebsiteLayer[];
}

/** The texts of one revision, with its number. */
export interface RevisionTexts extends DraftTexts {
  readonly revision: number;
}

/** Returns true when two lists contain equal layers (named HTML, CSS or notes of a draft) in the same order. */
export function hasSameLayers(
  one: readonly WebsiteLayer[],
  other: readonly WebsiteLayer[],
): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the parts of `now` that differ from the texts `base`; null when no part does. */
export function editsOf(base: DraftTexts, now: DraftTexts): DraftEdits | null {
  const edits: DraftEdits = {
    ...(now.title === base.title ? {} : { title: now.title }),
    ...(now.html === base.html ? {} : { raw_html: now.html }),
    ...(hasSameLayers(now.layers, base.layers) ? {} : { layers: now.layers }),
  };
  return Object.keys(edits).length === 0 ? null : edits;
}

/** Returns the texts `base` of a draft with the edited parts in place of the same parts of `base`. */
export function withEdits(base: DraftTexts, edits: DraftEdits): DraftTexts {
  return {
    title: edits.title ?? base.title,
    html: edits.raw_html ?? base.html,
    layers: edits.layers ?? base.layers,
  };
}
