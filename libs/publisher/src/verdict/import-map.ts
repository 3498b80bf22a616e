/** The page's import maps, as far as they say where a specifier leads. Source: HTML, "resolve a module specifier". */
export interface ImportMap {
  /** Reads one more map; what is not a map is ignored, as browsers do. */
  add(json: string): void;
  /** Addresses a specifier may lead to: its mapped ones, itself when it is an address, none when it is bare and unmapped. */
  targets(specifier: string): readonly string[];
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
  const exact = new Map<string, string[]>();
  const prefixes = new Map<string, string[]>();
  const addAll = (imports: unknown): void => {
    if (!isRecord(imports)) return;
    for (const [written, target] of Object.entries(imports)) {
      if (typeof target !== 'string') continue;
      const key = spelled(written);
      const into = key.endsWith('/') ? prefixes : exact;
      into.set(key, [...(into.get(key) ?? []).slice(0, 8), target]);
    }
  };
  return {
    add(json) {
      const map = parse(json);
      if (!isRecord(map)) return;
      addAll(map.imports);
      if (isRecord(map.scopes)) for (const scope of Object.values(map.scopes)) addAll(scope);
    },
    targets(written) {
      const specifier = spelled(written);
      const mapped = exact.get(specifier);
      if (mapped !== undefined) return mapped;
      for (let at = specifier.lastIndexOf('/'); at >= 0; at = specifier.lastIndexOf('/', at - 1)) {
        const found = prefixes.get(specifier.slice(0, at + 1));
        if (found !== undefined) return found.map((target) => target + specifier.slice(at + 1));
        if (at === 0) break;
      }
      return isAddress(written) ? [written] : [];
    },
  };
}
