const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A user's text as HTML or XML text, or inside a quoted attribute. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

/** Characters that turn the direction of what follows; kept where they were stored, left out of plain text shown. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A user's text where no markup can contain it (a window's title, a feed): without direction controls. */
export function plain(text: string): string {
  return text.replace(BIDI_CONTROLS, '');
}

/** As `plain` and escaped, without the two characters that XML forbids beyond controls. */
export function xmlText(text: string): string {
  return escape(plain(text).replace(/[\ufffe\uffff]/g, ''));
}

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const DATE_AND_TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** A day as HTML: `<time datetime="2026-11-21T12:00:00.000Z">21 November 2026</time>`. */
export function dayHtml(iso: string): string {
  return `<time datetime="${escape(iso)}">${DATE.format(Date.parse(iso))}</time>`;
}

/** A moment as HTML, to the minute: `… 21 November 2026 at 12:00 UTC`. */
export function momentHtml(iso: string): string {
  return `<time datetime="${escape(iso)}">${DATE_AND_TIME.format(Date.parse(iso))} UTC</time>`;
}
