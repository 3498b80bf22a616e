import { html } from 'parse5';
import {
  ATTRIBUTE_REFERENCES,
  srcsetUrls,
  type ElementMatchCondition,
  type ReferencingAttributeDefinition,
} from '../model/index.ts';
import type { UnclosedHtmlElement } from './compact-nodes.ts';

/** The namespace of SVG elements. */
export const SVG_NAMESPACE: string = html.NS.SVG;
const HTML_NAMESPACE: string = html.NS.HTML;
/** The media types of JavaScript. Source: MIME Sniffing, "JavaScript MIME type essence match". */
const JAVASCRIPT =
  /^(?:(?:application|text)\/(?:x-)?(?:java|ecma)script|text\/(?:jscript|livescript|javascript1\.[0-5]))$/;

/**
 * How the browser treats a script element; `data` is a block that it does not run. Source: HTML, "prepare the script element".
 */
export type ScriptKind =
  'classic' | 'module' | 'importmap' | 'speculationrules' | 'webbundle' | 'data';

const SPECIAL_SCRIPT_KINDS = ['module', 'importmap', 'speculationrules', 'webbundle'] as const;

/** Returns how the browser treats a script element with these `type` and `language` attributes. */
export function scriptKind(attributes: ReadonlyMap<string, string>): ScriptKind {
  const type = attributes.get('type');
  const language = attributes.get('language') ?? '';
  if (type === undefined)
    return language === '' || JAVASCRIPT.test(`text/${language.toLowerCase()}`)
      ? 'classic'
      : 'data';
  const name = type.trim().toLowerCase();
  if (name === '' || JAVASCRIPT.test(name)) return 'classic';
  return SPECIAL_SCRIPT_KINDS.find((kind) => kind === name) ?? 'data';
}

/** True when a style element or style sheet link with this `type` attribute contains CSS. */
export function isCss(attributes: ReadonlyMap<string, string>): boolean {
  const type = (attributes.get('type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return type === '' || type === 'text/css';
}

function rels(attributes: ReadonlyMap<string, string>): readonly string[] {
  return (attributes.get('rel') ?? '').toLowerCase().split(/[\t\n\f\r ]+/);
}

function meetsCondition(
  condition: ElementMatchCondition,
  attributes: ReadonlyMap<string, string>,
  relations: readonly string[],
): boolean {
  if ('rel' in condition) return relations.includes(condition.rel);
  if ('relStarts' in condition) return relations.some((rel) => rel.startsWith(condition.relStarts));
  if ('absent' in condition) return !attributes.has(condition.absent);
  if ('attribute' in condition)
    return condition.oneOf.includes(
      (attributes.get(condition.attribute) ?? '').trim().toLowerCase(),
    );
  const kind = scriptKind(attributes);
  const runs = kind === 'classic' || kind === 'module';
  switch (condition.is) {
    case 'javascript':
      return runs && !(kind === 'classic' && attributes.has('nomodule'));
    case 'legacy-script':
      return kind === 'classic' && attributes.has('nomodule');
    case 'other-script':
      return kind === 'data';
    case 'style-sheet':
      return relations.includes('stylesheet') && isCss(attributes);
    case 'other-sheet':
      return relations.includes('stylesheet') && !isCss(attributes);
  }
}

const ANYWHERE = ATTRIBUTE_REFERENCES.filter(({ elements }) => elements.length === 0);
const BY_ELEMENT = new Map<string, ReferencingAttributeDefinition[]>();
for (const row of ATTRIBUTE_REFERENCES)
  for (const name of row.elements) BY_ELEMENT.set(name, [...(BY_ELEMENT.get(name) ?? []), row]);

/** The names of all attributes in `ATTRIBUTE_REFERENCES`. Elements with none of them are skipped quickly. */
const REFERENCING_ATTRIBUTES = new Set(
  ATTRIBUTE_REFERENCES.flatMap(({ attributes }) => attributes),
);

function hasKnown(attributes: ReadonlyMap<string, string>): boolean {
  for (const name of attributes.keys()) if (REFERENCING_ATTRIBUTES.has(name)) return true;
  return false;
}

function inNamespace(row: ReferencingAttributeDefinition, namespace: string): boolean {
  if (row.namespace === 'any') return true;
  return namespace === (row.namespace === 'svg' ? SVG_NAMESPACE : HTML_NAMESPACE);
}

/** The value of an attribute that names a resource, with the row of `ATTRIBUTE_REFERENCES` that describes it. */
export interface ReferencingAttributeValue {
  readonly row: ReferencingAttributeDefinition;
  readonly value: string;
}

/**
 * Yields the attribute values of an element that name resources. When several rows of `ATTRIBUTE_REFERENCES` match an
 * attribute, the first (most severe) counts.
 */
export function* elementReferences(
  element: UnclosedHtmlElement,
  attributes: ReadonlyMap<string, string>,
): Generator<ReferencingAttributeValue> {
  if (!hasKnown(attributes)) return;
  const taken = new Set<string>();
  const relations = rels(attributes);
  for (const rows of [BY_ELEMENT.get(element.name) ?? [], ANYWHERE])
    for (const row of rows) {
      if (!inNamespace(row, element.namespace)) continue;
      for (const name of row.attributes) {
        const value = attributes.get(name);
        if (value === undefined || taken.has(name)) continue;
        if (row.when !== undefined && !meetsCondition(row.when, attributes, relations)) continue;
        taken.add(name);
        yield { row, value };
      }
    }
}

/** The target address of a `meta refresh`, or null when it only reloads. Source: HTML, "shared declarative refresh steps". */
export function refreshUrl(content: string): string | null {
  const match = /^[\t\n\f\r ]*(?:\d+[\d.]*|\.[\d.]*)[\t\n\f\r ]*[;,]?[\t\n\f\r ]*(.*)$/s.exec(
    content,
  );
  const rest = match?.[1] ?? '';
  const url = rest.replace(/^url[\t\n\f\r ]*=[\t\n\f\r ]*/i, '');
  const quote = url.charAt(0);
  if (quote === '"' || quote === "'") return url.slice(1).split(quote, 1)[0] ?? null;
  return url === '' ? null : url;
}

/**
 * Returns the addresses in an attribute value with the syntax `row.form`. Returns none for CSS and markup, which other
 * functions parse.
 */
export function addressesIn(row: ReferencingAttributeDefinition, value: string): readonly string[] {
  switch (row.form) {
    case 'url':
      return [value];
    case 'srcset':
      return srcsetUrls(value);
    case 'url-list':
      return value.split(/[\t\n\f\r ]+/);
    case 'animation':
      return value.split(';');
    case 'refresh': {
      const url = refreshUrl(value);
      return url === null ? [] : [url];
    }
    case 'css':
    case 'html':
      return [];
  }
}
