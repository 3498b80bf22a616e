import type { SourcePosition, ReferenceKind } from '../model/index.ts';

/** One entry of an import map: the address for a specifier or for a prefix of specifiers. */
interface ImportMapping {
  readonly target: string;
  /** The position of the map in the page. */
  readonly place: SourcePosition;
  used: boolean;
}

/** The import maps of a page. Source: HTML, "resolve a module specifier". */
export interface ImportMap {
  /** Adds a map. Text that is not a map is ignored, as browsers do. */
  add(json: string, place: SourcePosition): void;
  /** The addresses that the maps give a specifier; without an entry, the specifier itself if it is an address, else none. */
  targets(specifier: string): readonly string[];
  /** The entries that no specifier used. */
  unused(): readonly Pick<ImportMapping, 'target' | 'place'>[];
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

/** True for `./a`, `../a`, `/a` and absolute addresses; any other specifier is bare. */
function isAddress(specifier: string): boolean {
  return /^\.{0,2}\//.test(specifier) || URL.canParse(specifier);
}

/** Normalizes specifiers that are addresses: `./a.js` and `/a.js` of one page are the same. */
function normalizeSpecifier(specifier: string): string {
  return isAddress(specifier)
    ? (URL.parse(specifier, 'http://page.invalid/')?.href ?? specifier)
    : specifier;
}

/** Makes an empty set of import maps. Entries of `scopes` count for every script, because the importing script is not tracked. */
export function makeImportMap(): ImportMap {
  const exact = new Map<string, ImportMapping[]>();
  const prefixes = new Map<string, ImportMapping[]>();
  const addAll = (imports: unknown, place: SourcePosition): void => {
    if (!isRecord(imports)) return;
    for (const [written, target] of Object.entries(imports)) {
      if (typeof target !== 'string') continue;
      const key = normalizeSpecifier(written);
      const into = key.endsWith('/') ? prefixes : exact;
      const mapping = { target, place, used: false };
      into.set(key, [...(into.get(key) ?? []).slice(0, 8), mapping]);
    }
  };
  const use = (mappings: readonly ImportMapping[]): readonly string[] =>
    mappings.map((mapping) => {
      mapping.used = true;
      return mapping.target;
    });
  return {
    add(json, place) {
      const map = parse(json);
      if (!isRecord(map)) return;
      addAll(map.imports, place);
      if (isRecord(map.scopes)) for (const scope of Object.values(map.scopes)) addAll(scope, place);
    },
    targets(written) {
      const specifier = normalizeSpecifier(written);
      const mapped = exact.get(specifier);
      if (mapped !== undefined) return use(mapped);
      for (let at = specifier.lastIndexOf('/'); at >= 0; at = specifier.lastIndexOf('/', at - 1)) {
        const found = prefixes.get(specifier.slice(0, at + 1));
        if (found !== undefined)
          return use(found).map((target) => target + specifier.slice(at + 1));
        if (at === 0) break;
      }
      return isAddress(written) ? [written] : [];
    },
    unused: () =>
      [...exact.values(), ...prefixes.values()].flat().filter((mapping) => !mapping.used),
  };
}

/** The reference kind of an entry that no script imports; browsers do not request it. Source: HTML, "resolve a module specifier". */
export const UNUSED_MAPPING: ReferenceKind = {
  construct: 'script[type=importmap]',
  class: 'optional',
  code: 'optional_external',
  asks: false,
};
