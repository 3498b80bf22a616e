import type { WarningCode } from './verdict.ts';

/** The severity and the text of a warning. The text never quotes the page. */
export interface WarningText {
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
}

const from = (what: string): WarningText => ({
  severity: 'warning',
  message: `The page loads ${what} from another host and is incomplete without it.`,
});
const warning = (message: string): WarningText => ({ severity: 'warning', message });
const info = (message: string): WarningText => ({ severity: 'info', message });

/** The severity and text for each warning code. Spec: publishing.warnings. */
export const WARNING_TEXTS: Readonly<Record<WarningCode, WarningText>> = {
  external_script: from('a script'),
  external_style: from('a style sheet'),
  external_image: from('an image'),
  external_media: from('sound, video or a track'),
  external_font: from('a font'),
  external_frame: from('a framed document'),
  external_import: from('a style sheet by @import'),
  external_module: from('a JavaScript module'),
  external_worker: from('a worker script'),
  external_object: from('an embedded object'),
  runtime_external: warning('A script asks another host at run time.'),
  runtime_unknown: warning(
    'A script may ask for something when it runs; the address is not plain in the code.',
  ),
  script_unparsed: warning(
    'A script could not be read as JavaScript, so what it asks for is unknown.',
  ),
  missing_asset: {
    severity: 'error',
    message:
      'The address leads beside the page, where nothing is published: it fails for every visitor.',
  },
  missing_page: warning(
    'A link or a form leads to a page beside this one, where nothing is published: its visitors get an error.',
  ),
  base_external: warning('A <base> of another host makes relative addresses lead there.'),
  mixed_content: warning(
    'The address is not encrypted; on an https page a browser blocks or upgrades it.',
  ),
  same_service_reference: warning(
    'The address leads to this service; the page needs it to be reachable.',
  ),
  analysis_incomplete: warning(
    'The page is too large or too deep to be read to the end, so it counts as online.',
  ),
  optional_external: info('The address of another host is named, but the page shows without it.'),
  external_hint: info('A browser may connect to another host ahead of need.'),
  external_form: info('A form sends what visitors enter to another host.'),
  meta_refresh: warning('The page sends its visitors on to another address.'),
  no_doctype: info('There is no <!doctype html>, so browsers use quirks mode.'),
  no_charset: info('No character encoding is declared; add <meta charset="utf-8">.'),
  no_title: info('The page has no title.'),
  no_lang: info('The <html> element has no lang attribute.'),
  no_viewport: info('There is no viewport declaration, so phones show the page shrunk.'),
  duplicate_id: info('An id is used more than once.'),
  unclosed_markup: info('An element or a construct is not closed where it should be.'),
  large_inline: info('More than 1 MiB is inlined in one place, which slows the first display.'),
};
