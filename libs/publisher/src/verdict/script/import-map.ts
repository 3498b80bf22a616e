import type { Place, ReferenceKind } from '../model/index.ts';

/** One line of a map: where a specifier leads. */
interface Mapping {
  readonly target: string;
  /** Where the map stands. */
  readonly place: Place;
  used: boolean;
}

/** The page's import maps, as far as they say where a specifier leads. Source: HTML, "resolve a module specifier". */
export interface ImportMap {
  /** Reads one more map; what is not a map is ignored, as browsers do. */
  add(json: string, place: Place): void;
  /** Addresses a specifier may lead to: its mapped ones, itself when it is an address, none when it is bare and unmapped. */
  targets(specifier: string): readonly string[];
  /** The mappings that no specifier asked for led through. */
  unused(): readonly Pick<Mapping, 'target' | 'place'>[];
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

/** True for `./a`, `../a`, `/a` and whole addresses; everything else is bare. */
function isAddress(specifier: string): boolean {
  return /^\.{0,2}\//.test(specifier) || URL.canParse(specifier);
}

/** One spelling for specifiers that are addresses: `./a.js` and `/a.js` of one page are the same. */
function spelled(specifier: string): string {
  return isAddress(specifier)
    ? (URL.parse(specifier, 'http://page.invalid/')?.href ?? specifier)
    : specifier;
}

/** An empty set of import maps. Scopes are read like the top level: which script asks is not followed. */
export function makeImportMap(): ImportMap {
  const exact = new Map<string, Mapping[]>();
  const prefixes = new Map<string, Mapping[]>();
  const addAll = (imports: unknown, place: Place): void => {
    if (!isRecord(imports)) return;
    for (const [written, target] of Object.entries(imports)) {
      if (typeof target !== 'string') continue;
      const key = spelled(written);
      const into = key.endsWith('/') ? prefixes : exact;
      const mapping = { target, place, used: false };
      into.set(key, [...(into.get(key) ?? []).slice(0, 8), mapping]);
    }
  };
  const use = (mappings: readonly Mapping[]): readonly string[] =>
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
      const specifier = spelled(written);
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

/** A browser asks for what a map names only when it is imported. Source: HTML, "resolve a module specifier". */
export const UNUSED_MAPPING: ReferenceKind = {
  construct: 'script[type=importmap]',
  class: 'optional',
  code: 'optional_external',
  asks: false,
};
