import { nameSet } from '../model/index.ts';
import { cssLoads } from '../script/index.ts';
import { addressKind } from './address-kind.ts';

/**
 * Elements that themselves load and run nothing and do not change how the text after them is parsed. Their attributes are
 * checked separately.
 */
const ORDINARY = nameSet(`
  a abbr address area article aside audio b bdi bdo blockquote br button canvas caption circle
  cite clippath code col colgroup data datalist dd defs del details dfn dialog div dl dt ellipse
  em fieldset figcaption figure filter footer form g h1 h2 h3 h4 h5 h6 header hgroup hr i img
  input ins kbd label legend li line lineargradient main map mark mask menu meter nav ol optgroup
  option output p path pattern picture polygon polyline pre progress q radialgradient rect rp rt
  ruby s samp search section select slot small source span stop strong sub summary sup svg symbol
  table tbody td template text tfoot th thead time tr tspan u ul use var video wbr
`);
/** Elements whose content is parsed as text and not as markup. The content of `style` is CSS. */
const RAW = new Set(['style', 'textarea', 'title']);
/** Matches attributes that load and run nothing, whatever their value is. */
const PLAIN_ATTRIBUTE =
  /^(?:class|id|title|alt|lang|dir|role|name|for|value|placeholder|min|max|step|pattern|checked|selected|disabled|readonly|required|multiple|hidden|open|controls|autoplay|loop|muted|tabindex|width|height|colspan|rowspan|scope|headers|start|reversed|rows|cols|maxlength|minlength|size|label|datetime|draggable|contenteditable|spellcheck|autocomplete|inputmode|viewbox|xmlns|d|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|dx|dy|points|transform|offset|opacity|fill-opacity|fill-rule|stroke-width|stroke-linecap|stroke-linejoin|stroke-dasharray|stroke-dashoffset|stroke-opacity|text-anchor|dominant-baseline|font-size|font-family|font-weight|preserveaspectratio|vector-effect|gradientunits|gradienttransform|stop-opacity|align|valign|border|cellpadding|cellspacing|target|rel|download|part|slot|popover|popovertarget|data-[\w.-]+|aria-[\w-]+)$/;
/** Matches the names of attributes whose value is CSS. */
const CSS_ATTRIBUTE =
  /^(?:style|fill|stroke|color|bgcolor|clip-path|mask|filter|marker-start|marker-mid|marker-end|stop-color|flood-color)$/;
/** Matches the names of attributes by which scripts find an element, or whose value they read as data. */
const NAMING_ATTRIBUTE = /^(?:id|name|data-.*)$/;
/**
 * Harmless elements that matter for later changes: text may become a style sheet, `href` may load, a form control may hide
 * `dataset`. The analysis takes into account that a script inserts one.
 */
export const NAMING_TAGS: ReadonlySet<string> = nameSet(
  'style form use filter pattern lineargradient radialgradient',
);
const ATTRIBUTE =
  /[\t\n\f\r /]*(?:([^\t\n\f\r />="'<\ue000-\ue007]+)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >"'`=<]+))?)?)/y;
const OPENING = /<([a-z][a-z0-9-]*)(?=[\t\n\f\r />])/iy;
const CLOSING = /<\/[a-z][a-z0-9-]*[\t\n\f\r ]*>/iy;
const COMMENT = /<!--(?!-?>)[^\ue000-\ue007]*?-->/y;

function isCssHarmless(value: string): boolean {
  // Unknown text directly before `(`, and a backslash escape, could form the name of a CSS function that loads.
  if (/[\ue001-\ue007]|\\|[\w-]*\ue000[\w-]*\(|(?:url|image|src|@)[\w-]*\ue000/i.test(value))
    return false;
  return cssLoads(value.replaceAll('\ue000', 'x')) === null;
}

function isAddressHarmless(tag: string, value: string): boolean {
  if (tag === 'a' || tag === 'area') return /^(?:#|https?:\/\/|mailto:|tel:)/i.test(value);
  if (tag === 'use') return value.startsWith('#');
  if (value === '\ue006') return true;
  return (
    addressKind(value) !== null &&
    (tag === 'img' || tag === 'audio' || tag === 'video' || tag === 'source')
  );
}

function isAttributeHarmless(tag: string, name: string, value: string, quote: string): boolean {
  if (/[\ue003-\ue005\ue007]/.test(value) || (quote !== '"' && /[\ue001\ue002]/.test(value)))
    return false;
  if (quote === '' && /[\ue000\ue006]/.test(value)) return false;
  if (name === 'href' || name === 'xlink:href') return isAddressHarmless(tag, value);
  if (name === 'src') return tag !== 'a' && tag !== 'use' && isAddressHarmless(tag, value);
  if (name === 'type') return /^[a-z0-9/+-]+$/i.test(value) && value.toLowerCase() !== 'image';
  if (CSS_ATTRIBUTE.test(name)) return isCssHarmless(value);
  return PLAIN_ATTRIBUTE.test(name) && !value.includes('\ue006');
}

/** What a piece of markup that loads and runs nothing may change in the page. */
export interface NonLoadingMarkupEffects {
  /** True with an `id`, `name` or `data-*` attribute, or an element of `NAMING_TAGS`: scripts may read other values after it. */
  isNaming: boolean;
  /** True when the markup has a link to another address than a place in the page. */
  isLinking: boolean;
}

/** Returns the end of the tag whose attributes begin at `from`, or -1 when an attribute may load a resource or run a script. */
function endOfTag(
  markup: string,
  from: number,
  tag: string,
  reading: NonLoadingMarkupEffects,
): number {
  let at = from;
  for (;;) {
    const close = /[\t\n\f\r ]*\/?>/y;
    close.lastIndex = at;
    if (close.test(markup)) return close.lastIndex;
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(markup);
    if (match === null || match[0] === '') return -1;
    const [, name = '', double, single, bare] = match;
    const quote = double !== undefined ? '"' : single !== undefined ? "'" : '';
    const value = double ?? single ?? bare ?? '';
    if (!isAttributeHarmless(tag, name.toLowerCase(), value, quote)) return -1;
    reading.isNaming ||= NAMING_ATTRIBUTE.test(name.toLowerCase());
    reading.isLinking ||= /^(?:xlink:)?href$/i.test(name) && !value.startsWith('#');
    at = ATTRIBUTE.lastIndex;
  }
}

/**
 * Returns the end offset of an element with raw text, such as `style`, after its end tag; the text begins at `from`. Returns -1
 * when the text may load something or is not closed.
 */
function endOfRaw(markup: string, from: number, tag: string): number {
  const end = markup.indexOf('<', from);
  if (end < 0 || markup.slice(end, end + tag.length + 3).toLowerCase() !== `</${tag}>`) return -1;
  const content = markup.slice(from, end);
  if (tag === 'style' && !isCssHarmless(content)) return -1;
  return /[\ue003-\ue007]/.test(content) ? -1 : end + tag.length + 3;
}

/**
 * Describes markup that loads and runs nothing, whatever text its placeholder characters stand for; null when this is not
 * proven.
 */
export function shapeOf(markup: string): NonLoadingMarkupEffects | null {
  const reading = { isNaming: markup.includes('\ue007'), isLinking: false };
  let at = 0;
  for (;;) {
    const next = markup.indexOf('<', at);
    if (/[\ue005\ue006]/.test(markup.slice(at, next < 0 ? undefined : next))) return null;
    if (next < 0) return reading;
    const end = endOfConstruct(markup, next, reading);
    if (end < 0) return null;
    at = end;
  }
}

function endOfConstruct(markup: string, at: number, reading: NonLoadingMarkupEffects): number {
  for (const pattern of [CLOSING, COMMENT]) {
    pattern.lastIndex = at;
    if (pattern.test(markup)) return pattern.lastIndex;
  }
  OPENING.lastIndex = at;
  const tag = OPENING.exec(markup)?.[1]?.toLowerCase();
  if (tag === undefined || !(ORDINARY.has(tag) || RAW.has(tag))) return -1;
  reading.isNaming ||= NAMING_TAGS.has(tag);
  const end = endOfTag(markup, at + 1 + tag.length, tag, reading);
  return end >= 0 && RAW.has(tag) ? endOfRaw(markup, end, tag) : end;
}
