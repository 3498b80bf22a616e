import type { SourcePosition, ReferenceKind } from '../model/index.ts';

/** One entry of an import map: the target address for a module specifier, or for all specifiers with a prefix. */
interface ImportMapEntry {
  readonly target: string;
  /** The position in the page of the import map with this entry. */
  readonly place: SourcePosition;
  used: boolean;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/**
 * True for a module specifier that is an address: `./a`, `../a`, `/a` or an absolute address. Any other one (such as `lodash`)
 * needs an import map.
 */
function isAddress(specifier: string): boolean {
  return /^\.{0,2}\//.test(specifier) || URL.canParse(specifier);
}

/** Normalizes a module specifier that is an address, so that `./a.js` and `/a.js` are equal. */
function normalizeSpecifier(specifier: string): string {
  return isAddress(specifier)
    ? (URL.parse(specifier, 'http://page.invalid/')?.href ?? specifier)
    : specifier;
}

function targetsOf(mappings: readonly ImportMapEntry[]): readonly string[] {
  return mappings.map((mapping) => {
    mapping.used = true;
    return mapping.target;
  });
}

/**
 * All import maps of a page together: the target addresses by module specifier. The `scopes` entries apply to every script,
 * because the analysis does not track which script imports. Source: HTML, "resolve a module specifier".
 */
export class ImportMap {
  readonly #exact = new Map<string, ImportMapEntry[]>();
  readonly #prefixes = new Map<string, ImportMapEntry[]>();

  /** Adds an import map. Ignores text that is not an import map, as browsers do. */
  add(json: string, place: SourcePosition): void {
    const map = parse(json);
    if (!isRecord(map)) return;
    this.#addAll(map.imports, place);
    if (isRecord(map.scopes))
      for (const scope of Object.values(map.scopes)) this.#addAll(scope, place);
  }

  #addAll(imports: unknown, place: SourcePosition): void {
    if (!isRecord(imports)) return;
    for (const [written, target] of Object.entries(imports)) {
      if (typeof target !== 'string') continue;
      const key = normalizeSpecifier(written);
      const into = key.endsWith('/') ? this.#prefixes : this.#exact;
      const mapping = { target, place, used: false };
      into.set(key, [...(into.get(key) ?? []).slice(0, 8), mapping]);
    }
  }

  /**
   * Returns the addresses to which the maps resolve a module specifier. Without an entry for it, returns the specifier itself
   * if it is an address, else nothing.
   */
  targets(written: string): readonly string[] {
    const specifier = normalizeSpecifier(written);
    const mapped = this.#exact.get(specifier);
    if (mapped !== undefined) return targetsOf(mapped);
    for (let at = specifier.lastIndexOf('/'); at >= 0; at = specifier.lastIndexOf('/', at - 1)) {
      const found = this.#prefixes.get(specifier.slice(0, at + 1));
      if (found !== undefined)
        return targetsOf(found).map((target) => target + specifier.slice(at + 1));
      if (at === 0) break;
    }
    return isAddress(written) ? [written] : [];
  }

  /** Returns the entries of the import maps that no import in the page used. */
  unused(): readonly Pick<ImportMapEntry, 'target' | 'place'>[] {
    const all = [...this.#exact.values(), ...this.#prefixes.values()].flat();
    return all.filter((mapping) => !mapping.used);
  }
}

/**
 * How an entry of an import map that no script imports is reported. Browsers do not request it. Source: HTML, "resolve a module
 * specifier".
 */
export const UNUSED_MAPPING: ReferenceKind = {
  construct: 'script[type=importmap]',
  class: 'optional',
  code: 'optional_external',
  asks: false,
};
