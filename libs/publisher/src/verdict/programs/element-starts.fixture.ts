/**
 * A place from which a generated test program reads a text: markup that contains the text, and code that reads it from there.
 */
export interface TestTaintSource {
  readonly markup: string;
  /** Statements of the program that run before it reads the text. */
  readonly before: string;
  /** The JavaScript expression that evaluates to the text. */
  readonly value: string;
}

/**
 * Makes markup of a generated test page, and an expression that reads the text `far`, which loads something, from it. Some
 * makers put the harmless text `near` into the markup instead of `far`.
 */
type TestTaintSourceMaker = (far: string, near: string) => TestTaintSource;

/** Escapes a text for an attribute in double quotes. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const code = (text: string): string => JSON.stringify(text).replaceAll('</', '<\\/');
const paragraph = (text: string, id = 'data'): string =>
  `<p id="${id}" data-u="${escaped(text)}"></p>`;
const blockOf = (text: string): string => JSON.stringify({ u: text }).replaceAll('<', '\\u003c');
const block = (text: string): string =>
  `<script type="application/json" id="data">${blockOf(text)}</script>`;

const FOUND = "document.getElementById('data')";
const DATA = `${FOUND}.dataset.u`;
const BLOCK = `JSON.parse(${FOUND}.textContent).u`;

/**
 * Makes cases for generated programs: the program changes a `data-` attribute whose text in the markup is harmless, and then
 * reads it.
 */
const changed =
  (change: (far: string) => string, value = DATA): TestTaintSourceMaker =>
  (far, near) => ({ markup: paragraph(near), before: `${change(code(far))};`, value });
/**
 * Makes cases for generated programs: the program changes a data block (JSON in a script element) whose text in the markup is
 * harmless, and then reads it.
 */
const rewritten =
  (change: (far: string) => string): TestTaintSourceMaker =>
  (far, near) => ({ markup: block(near), before: `${change(code(blockOf(far)))};`, value: BLOCK });
/** Makes cases for generated programs: the program reads a text that loads something and is in the markup from the start. */
const said =
  (
    markup: (far: string, near: string) => string,
    value = DATA,
    before = '',
  ): TestTaintSourceMaker =>
  (far, near) => ({ markup: markup(far, near), before, value });

// One line per entry, so that the list reads as a table.
/**
 * Cases in which a generated program reads its text from a `data-` attribute or data block. A simple analysis of the markup
 * would consider these texts harmless.
 */
// prettier-ignore
export const ELEMENT_STARTS: readonly TestTaintSourceMaker[] = [
  changed((v) => `${DATA} = ${v}`),
  changed((v) => `${FOUND}.setAttribute('data-u', ${v})`),
  changed((v) => `${FOUND}.setAttribute('DATA-' + 'U', ${v})`),
  changed((v) => `${FOUND}.setAttributeNS(null, 'data-u', ${v})`),
  changed((v) => `${FOUND}.dataset[atob('dQ==')] = ${v}`),
  changed((v) => `document.querySelector('[data-u]').dataset.u = ${v}`),
  changed((v) => `document.querySelectorAll('p').forEach((p) => { p.dataset.u = ${v} })`),
  changed((v) => `Object.assign(${FOUND}.dataset, {u: ${v}})`),
  changed((v) => `Object.assign(${FOUND}.dataset, JSON.parse(JSON.stringify({u: ${v}})))`),
  changed((v) => `Reflect.set(${FOUND}.dataset, 'u', ${v})`),
  changed((v) => `Object.defineProperty(${FOUND}.dataset, 'u', {value: ${v}, writable: true, enumerable: true, configurable: true})`),
  changed((v) => `[${DATA}] = [${v}]`),
  changed((v) => `({a: ${DATA}} = {a: ${v}})`),
  changed((v) => `for (${DATA} of [${v}])`),
  changed((v) => `const {dataset: z} = ${FOUND}; z.u = ${v}`),
  changed((v) => `const z = new Map([['d', ${FOUND}.dataset]]); z.get('d').u = ${v}`),
  changed((v) => `const z = ((d) => d)(${FOUND}.dataset); for (const k in z) z[k] = ${v}`),
  changed((v) => `${FOUND}.attributes[1].value = ${v}`),
  changed((v) => `${FOUND}.attributes['data-u'].nodeValue = ${v}`),
  changed((v) => `${DATA} = {toString: () => ${v}}`),
  changed((v) => `${DATA} = undefined; document.title = ${v}`, `(${DATA} || 'data:,')`),
  changed((v) => `${FOUND}.removeAttribute('data-u'); document.title = ${v}`),
  changed((v) => `delete ${DATA}; document.title = ${v}`),
  changed((v) => `${FOUND}.attributes.removeNamedItem('data-u'); document.title = ${v}`),
  changed((v) => `const z = document.createElement('p'); z.dataset.u = ${v}; z.id = 'data'; document.body.prepend(z)`),
  changed((v) => `const z = document.createElement('p'); z.setAttribute('data-u', ${v}); z.setAttribute('id', 'da' + 'ta'); document.body.prepend(z)`),
  changed((v) => `const z = Object.assign(document.createElement('p'), {id: 'data'}); z.dataset.u = ${v}; ${FOUND}.replaceWith(z)`),
  changed((v) => `const z = ${FOUND}.cloneNode(); z.dataset.u = ${v}; document.body.prepend(z)`),
  changed((v) => `document.body.insertAdjacentHTML('afterbegin', '<p id="data" data-u="' + ${v} + '">x</p>')`),
  changed((v) => `const z = document.createElement('div'); z.innerHTML = '<p id="data" data-u="' + ${v} + '">x</p>'; document.body.prepend(z)`),
  changed((v) => `${FOUND}.outerHTML = '<p id="data" data-u="' + ${v} + '">x</p>'`),
  changed((v) => `document.getElementById = () => ({dataset: {u: ${v}}})`),
  changed((v) => `Object.defineProperty(${FOUND}, 'dataset', {value: {u: ${v}}})`),
  changed((v) => `Object.prototype.v = ${v}`, `${FOUND}.dataset.v`),
  changed((v) => `addEventListener('load', () => { ${DATA} = ${v} })`),
  changed((v) => `({}).__proto__.v = ${v}`, `(${FOUND}.dataset.v || 'data:,')`),
  rewritten((v) => `${FOUND}.textContent = ${v}`),
  rewritten((v) => `${FOUND}.text = ${v}`),
  rewritten((v) => `${FOUND}.firstChild.data = ${v}`),
  rewritten((v) => `${FOUND}.firstChild.nodeValue = ${v}`),
  rewritten((v) => `${FOUND}.replaceChildren(${v})`),
  rewritten((v) => `${FOUND}.replaceChild(document.createTextNode(${v}), ${FOUND}.firstChild)`),
  rewritten((v) => `${FOUND}.firstChild.remove(); ${FOUND}.append(${v})`),
  rewritten((v) => `${FOUND}.firstChild.replaceWith(${v})`),
  rewritten((v) => `${FOUND}.firstChild.replaceData(0, 9999, ${v})`),
  rewritten((v) => `const z = ${FOUND}; z.removeChild(z.firstChild); z.insertAdjacentText('beforeend', ${v})`),
  rewritten((v) => `const z = document.createElement('p'); z.id = 'data'; z.textContent = ${v}; document.body.prepend(z)`),
  rewritten((v) => `const z = document.createElement('p'); z.setAttribute('id', 'data'); z.append(${v}); ${FOUND}.replaceWith(z)`),
  rewritten((v) => `const z = document.createElement('b'); z.append(${v}); ${FOUND}.firstChild.remove(); ${FOUND}.appendChild(z)`),
  rewritten((v) => `const f = ${FOUND}['append' + 'Child']; ${FOUND}.firstChild.remove(); f.call(${FOUND}, document.createTextNode(${v}))`),
  rewritten((v) => `document.querySelectorAll('script').forEach((z) => { if (z.id) z.textContent = ${v} })`),
  said((far, near) => paragraph(far) + paragraph(near)),
  said((far, near) => `<template>${paragraph(near)}</template>${paragraph(far)}`),
  said((far, near) => `<noscript>${paragraph(near)}</noscript>${paragraph(far)}`),
  said((far, near) => `<iframe srcdoc="${escaped(paragraph(near))}"></iframe>${paragraph(far)}`),
  said((far, near) => `<textarea>${paragraph(near)}</textarea>${paragraph(far)}`),
  said((far, near) => paragraph(near) + paragraph(far, 'other'), DATA, "document.getElementById('data').id = 'x'; document.getElementById('other').id = 'data';"),
  said((far, near) => `<template id="t">${paragraph(far)}</template>${paragraph(near, 'other')}`, DATA, "document.body.prepend(document.getElementById('t').content.cloneNode(true));"),
  said((far, near) => `<i id="t" data-m="${escaped(paragraph(far))}"></i>${paragraph(near)}`, DATA, "document.body.insertAdjacentHTML('afterbegin', document.getElementById('t').dataset.m);"),
  said((far, near) => `<form id="data" data-title="${escaped(near)}"><input name="dataset" title="${escaped(far)}"></form>`, `${FOUND}.dataset.title`),
  said((far, near) => `<form id="data" data-title="${escaped(near)}"><input title="${escaped(far)}"></form>`, `${FOUND}.dataset.title`, "document.querySelector('input').name = 'dataset';"),
  said((far, near) => `${paragraph(near)}<b data-u="${escaped(far)}"></b>`, "document.querySelector('b').dataset.u"),
  said((far, near) => `${paragraph(near)}<b data-u="${escaped(far)}"></b>`, 'given', "const {u: given} = document.querySelectorAll('[data-u]')[1].dataset;"),
  said((far, near) => `${paragraph(near)}<b class="x" data-u="${escaped(far)}"></b>`, "document.querySelector('p ~ .x').dataset.u"),
  said((far) => `<p id="data" data-long-name="${escaped(far)}"></p>`, `${FOUND}.dataset.longName`),
  said((far) => `<p id="data" data-blob="${escaped(blockOf(far))}"></p>`, `JSON.parse(${FOUND}.dataset.blob).u`),
  said((far) => `<p id="data" data-blob="${escaped(blockOf(far))}"></p>`, `JSON.parse(${FOUND}.dataset.blob).u`, "document.querySelector('p').id = ['data'].pop();"),
  said((far, near) => `${paragraph(near)}<body data-u="${escaped(far)}">`, 'document.body.dataset.u'),
  said((far) => `<svg id="data" data-u="${escaped(far)}"></svg>`),
  said((far) => paragraph(far), 'data.dataset.u'),
];
