import { ELEMENT_STARTS, escaped, type TestTaintSource } from './element-starts.fixture.ts';
import {
  ADDRESS_SINKS,
  CODE_SINKS,
  CSS_SINKS,
  HARMLESS_SINKS,
  MARKUP_SINKS,
  type SinkCodeMaker,
} from './sinks.fixture.ts';
import { WAYS } from './ways.fixture.ts';

const FAR = 'http://elsewhere.example/x';
const NEAR = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';

/**
 * A group of sinks (constructs that load the text which a script passes to them) that accept the same kind of text, with texts
 * for the generated programs.
 */
interface TestSinkGroup {
  readonly sinks: readonly SinkCodeMaker[];
  /** A text that makes these sinks load from another host. */
  readonly far: string;
  /** A text with which these sinks load nothing. */
  readonly near: string;
  /** Share of the generated programs that use a sink of this group, in percent. */
  readonly share: number;
}

const FAMILIES: readonly TestSinkGroup[] = [
  { sinks: ADDRESS_SINKS, far: FAR, near: NEAR, share: 50 },
  { sinks: CSS_SINKS, far: `url(${FAR})`, near: 'red', share: 14 },
  { sinks: MARKUP_SINKS, far: `<img src=${FAR}>`, near: '<b>x</b>', share: 14 },
  { sinks: CODE_SINKS, far: `new Image().src="${FAR}"`, near: 'document.title=1', share: 6 },
  { sinks: HARMLESS_SINKS, far: FAR, near: NEAR, share: 16 },
];

/** A generated test page with one program, and the seed of the random numbers from which it was generated. */
export interface GeneratedTestPage {
  readonly seed: number;
  readonly html: string;
}

/** Makes a random number generator (mulberry32) that gives the same numbers for the same seed on every machine. */
function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const HEAD =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>t</title><meta name="viewport" content="width=device-width">';

function startOf(value: string, near: string, pick: (below: number) => number): TestTaintSource {
  const plain = { markup: '', before: '', value: JSON.stringify(value) };
  const json = JSON.stringify({ u: value }).replaceAll('<', '\\u003c');
  switch (pick(20)) {
    case 7:
    case 8:
    case 9:
    case 10:
    case 11:
    case 12:
      return ELEMENT_STARTS[pick(ELEMENT_STARTS.length)]?.(value, near) ?? plain;
    case 0:
      return {
        markup: `<script type="application/json" id="data">${json}</script>`,
        before: '',
        value: "JSON.parse(document.getElementById('data').textContent).u",
      };
    case 1:
      return {
        markup: `<p id="data" data-u="${escaped(value)}"></p>`,
        before: '',
        value: "document.getElementById('data').dataset.u",
      };
    case 2:
      return {
        markup: `<p id="data" title="${escaped(value)}"></p>`,
        before: '',
        value: "document.querySelector('#data').getAttribute('title')",
      };
    case 3:
      return {
        markup: `<template id="data">${escaped(value).replaceAll('<', '&lt;')}</template>`,
        before: '',
        value: "document.getElementById('data').content.textContent",
      };
    case 4:
      return {
        markup: `<script>const given = ${JSON.stringify(value)};</script>`,
        before: '',
        value: 'given',
      };
    case 5:
      return {
        markup: `<script>var given = ${JSON.stringify(value)};</script>`,
        before: '',
        value: 'window.given',
      };
    case 6: {
      const at = value.indexOf(':') + 1;
      return {
        markup: '',
        before: '',
        value: `(${JSON.stringify(value.slice(0, at))} + ${JSON.stringify(value.slice(at))})`,
      };
    }
    default:
      return plain;
  }
}

function scriptOf(code: string, pick: (below: number) => number): string {
  switch (pick(10)) {
    case 0:
      return `<script type="module">${code}</script>`;
    case 1:
      return `<img alt="" src="data:," onerror="${escaped(code)}">`;
    case 2:
      return `<script>(function () { ${code} })()</script>`;
    case 3:
      return `<script>addEventListener('load', () => { ${code} })</script>`;
    case 4:
      return `<script>'use strict'; ${code}</script>`;
    default:
      return `<script>${code}</script>`;
  }
}

/**
 * Returns markup to place around the generated program. Its addresses on other hosts are not loaded unless the program changes
 * the markup.
 */
function besides(pick: (below: number) => number, code: string): string {
  const parts: string[] = [];
  if (pick(5) === 0 || code.includes("'inert'") || code.includes("querySelector('link')"))
    parts.push(`<link id="inert" rel="alternate" href="${FAR}">`);
  if (pick(4) === 0 || code.includes("'style'") || code.includes('styleSheets'))
    parts.push('<style>p{color:red}</style>');
  parts.push('</head><body>');
  if (pick(4) === 0 || /pic|images/.test(code))
    parts.push('<img id="pic" alt="" src="data:image/gif,a">');
  if (pick(6) === 0) parts.push(`<a href="${FAR}">far</a>`);
  if (pick(8) === 0 || code.includes("'hidden'"))
    parts.push(`<script type="text/html" id="hidden"><img src="${FAR}"></script>`);
  if (pick(8) === 0 || code.includes('SHOW_COMMENT')) parts.push(`<!-- <img src="${FAR}"> -->`);
  if (code.includes("'idle'")) parts.push('<script id="idle"></script>');
  return parts.join('');
}

/**
 * Generates the test page of a seed. Its program passes a text through up to three pieces of code from `WAYS` to a sink, a
 * construct that loads the text.
 */
export function pageOf(seed: number): GeneratedTestPage {
  const pick = numbers(seed);
  let share = pick(FAMILIES.reduce((sum, family) => sum + family.share, 0));
  const family = FAMILIES.find((one) => (share -= one.share) < 0);
  if (family === undefined) return { seed, html: '' };
  const start = startOf(pick(4) === 0 ? family.near : family.far, family.near, pick);
  const sink = family.sinks[pick(family.sinks.length)];
  const code = through(
    start.value,
    [0, 1, 1, 1, 2, 2, 3][pick(7)] ?? 1,
    pick,
    (value) => sink?.(value, 0) ?? '',
  );
  const html = `${HEAD}${besides(pick, code)}${start.markup}${scriptOf(start.before + code, pick)}</body></html>`;
  return { seed, html };
}

function through(
  value: string,
  ways: number,
  pick: (below: number) => number,
  use: (value: string) => string,
): string {
  if (ways === 0) return use(value);
  const way = WAYS[pick(WAYS.length)];
  return way?.(value, (next) => through(next, ways - 1, pick, use), ways) ?? use(value);
}
