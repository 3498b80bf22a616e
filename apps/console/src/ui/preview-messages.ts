/** Maximum length of a message from the page in a preview, in UTF-16 units; a longer one is ignored. */
const MESSAGE_CHARS_MAX = 4_096;
/** Maximum length of an error or log text that the page in a preview reports, in UTF-16 units; the rest is cut off. */
const SHOWN_CHARS_MAX = 1_000;
/** Maximum scroll position, in CSS pixels, that the page in a preview may report; a larger one is replaced with 0. */
const PLACE_MAX = 10_000_000;

/** A scroll position of a page, in CSS pixels. */
export interface PageScrollPosition {
  readonly x: number;
  readonly y: number;
}

/**
 * A message from the helper script in the page of a preview. The page itself can send the same messages, so their content is
 * untrusted.
 */
export type PreviewMessage =
  | { readonly kind: 'ready' }
  /** The answer of the helper script to the console's request whether the page still responds. */
  | { readonly kind: 'alive' }
  /** `isMoved` is true when the console has scrolled the page, and false when the owner has. */
  | ({ readonly kind: 'scroll'; readonly isMoved: boolean } & PageScrollPosition)
  | { readonly kind: 'error'; readonly text: string }
  | { readonly kind: 'log'; readonly text: string };

function readPreviewPlace(value: unknown): number {
  return typeof value === 'number' && value >= 0 && value <= PLACE_MAX ? value : 0;
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, SHOWN_CHARS_MAX) : '';
}

/** Parses a message from the page in a preview; null when it is too long or is not a message of the helper script. */
export function readPreviewMessage(data: unknown): PreviewMessage | null {
  if (typeof data !== 'string' || data.length > MESSAGE_CHARS_MAX) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    return null;
  }
  if (typeof parsed !== 'object' || parsed === null) return null;
  const { bridge, kind, x, y, isMoved, text } = parsed as Readonly<Record<string, unknown>>;
  if (bridge !== 'preview') return null;
  switch (kind) {
    case 'ready':
    case 'alive':
      return { kind };
    case 'scroll':
      return { kind, x: readPreviewPlace(x), y: readPreviewPlace(y), isMoved: isMoved === true };
    case 'error':
    case 'log':
      return { kind, text: readText(text) };
    default:
      return null;
  }
}
