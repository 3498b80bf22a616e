const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a user's text for HTML or XML, also for quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

/** Matches characters that change the direction of text. They are stored, but removed from titles and feeds. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Removes direction controls from a user's text, for places where no markup can isolate the text (window titles, feeds). */
export function withoutBidi(text: string): string {
  return text.replace(BIDI_CONTROLS, '');
}

/** Escapes a user's text for XML, without direction controls and without U+FFFE and U+FFFF, which XML forbids. */
export function xmlText(text: string): string {
  return escapeHtml(withoutBidi(text).replace(/[\ufffe\uffff]/g, ''));
}

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const DATE_AND_TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** Returns a day as HTML: `<time datetime="2026-11-21T12:00:00.000Z">21 November 2026</time>`. */
export function dayHtml(iso: string): string {
  return `<time datetime="${escapeHtml(iso)}">${DATE.format(Date.parse(iso))}</time>`;
}

/** Returns a time as HTML, to the minute: `… 21 November 2026 at 12:00 UTC`. */
export function momentHtml(iso: string): string {
  return `<time datetime="${escapeHtml(iso)}">${DATE_AND_TIME.format(Date.parse(iso))} UTC</time>`;
}
