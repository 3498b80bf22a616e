/** For each known namespace, the prefix that element names get in place of the one that the file declares. */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/XML/1998/namespace', 'xml'],
  ['http://www.w3.org/1999/xhtml', 'html'],
  ['http://www.openarchives.org/OAI/2.0/', 'oai'],
  ['http://www.openarchives.org/OAI/2.0/oai_dc/', 'oai_dc'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
  ['http://purl.org/dc/terms/', 'dcterms'],
  ['info:srw/schema/1/dc-schema', 'srw_dc'],
  ['http://www.lido-schema.org', 'lido'],
  ['http://lido-schema.org', 'lido'],
  ['http://www.loc.gov/MARC21/slim', 'marc'],
  ['http://www.w3.org/1999/02/22-rdf-syntax-ns#', 'rdf'],
  ['http://www.europeana.eu/schemas/edm/', 'edm'],
  ['http://www.openarchives.org/ore/terms/', 'ore'],
  ['http://www.w3.org/2004/02/skos/core#', 'skos'],
]);
const XML_PREFIX: ReadonlyMap<string, string> = new Map([['xml', 'xml']]);
/** MARC element names, which many files use without a namespace. */
const MARC_NAMES: ReadonlySet<string> = new Set([
  'collection',
  'leader',
  'controlfield',
  'datafield',
  'subfield',
]);
/** Maximum number of namespace declarations per element. */
const NAMESPACES_MAX = 200;

/** Name and value of an attribute as written in the file. */
export type XmlAttribute = readonly [name: string, value: string];

/** The namespaces that one element declares: for each prefix in the file, the prefix that replaces it (see PREFIXES). */
interface NamespaceScope {
  readonly depth: number;
  readonly prefixes: ReadonlyMap<string, string>;
}

/** Shortens an IRI in a known namespace to a name such as `edm:ProvidedCHO`; returns other IRIs unchanged. */
export function shortName(iri: string): string {
  const end = Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/')) + 1;
  const prefix = PREFIXES.get(iri.slice(0, end));
  return prefix === undefined ? iri : `${prefix}:${iri.slice(end)}`;
}

/** The namespace declarations that apply at the current position in an XML document. */
export class NamespaceScopeStack {
  readonly #scopes: NamespaceScope[] = [{ depth: 0, prefixes: XML_PREFIX }];

  /** Adds the namespaces that an element at this depth declares. */
  open(depth: number, attributes: readonly XmlAttribute[]): void {
    const prefixes = new Map<string, string>();
    for (const [name, uri] of attributes) {
      if (!name.startsWith('xmlns') || prefixes.size >= NAMESPACES_MAX) continue;
      if (name === 'xmlns') prefixes.set('', prefixOf(uri));
      else if (name.startsWith('xmlns:')) prefixes.set(name.slice(6), prefixOf(uri));
    }
    if (prefixes.size > 0) this.#scopes.push({ depth, prefixes });
  }

  /** Removes the namespaces that the element at this depth declared. */
  close(depth: number): void {
    if (this.#scopes.at(-1)?.depth === depth) this.#scopes.pop();
  }

  /** Returns the name of an element: `prefix:local` with a known prefix, `other:local`, or `local` without a namespace. */
  element(name: string): string {
    const [prefix, local] = parts(name);
    const known = this.#resolve(prefix);
    if (known === '') return MARC_NAMES.has(local) ? `marc:${local}` : local;
    return `${known}:${local}`;
  }

  /** Returns the name of an attribute, with a known prefix if it has one; null for a namespace declaration. */
  attribute(name: string): string | null {
    if (name === 'xmlns' || name.startsWith('xmlns:')) return null;
    const [prefix, local] = parts(name);
    return prefix === '' ? local : `${this.#resolve(prefix)}:${local}`;
  }

  #resolve(prefix: string): string {
    for (let at = this.#scopes.length - 1; at >= 0; at--) {
      const found = this.#scopes[at]?.prefixes.get(prefix);
      if (found !== undefined) return found;
    }
    // A prefix without a declaration is taken for the known prefix of the same name.
    return prefix;
  }
}

function prefixOf(uri: string): string {
  return uri === '' ? '' : (PREFIXES.get(uri) ?? 'other');
}

function parts(name: string): readonly [prefix: string, local: string] {
  const colon = name.indexOf(':');
  return colon === -1 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
}
