/** Most characters of a message of a preview; a longer one is dropped. */
const MESSAGE_CHARS_MAX = 4_096;
/** Most characters of a text that is shown. */
const SHOWN_CHARS_MAX = 1_000;
/** Larger numbers are no places of a page. */
const PLACE_MAX = 10_000_000;

/** A place of a page, in CSS pixels. */
export interface ScrollPlace {
  readonly x: number;
  readonly y: number;
}

/** A message of the helper script of a preview. The page itself can send the same: nothing in it is trusted. */
export type PreviewMessage =
  | { readonly kind: 'ready' }
  /** `isMoved` when the console itself asked for the place. */
  | ({ readonly kind: 'scroll'; readonly isMoved: boolean } & ScrollPlace)
  | { readonly kind: 'error'; readonly text: string }
  | { readonly kind: 'log'; readonly text: string };

function readPreviewPlace(value: unknown): number {
  return typeof value === 'number' && value >= 0 && value <= PLACE_MAX ? value : 0;
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, SHOWN_CHARS_MAX) : '';
}

/** Reads a message of a preview; null for everything else. */
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
