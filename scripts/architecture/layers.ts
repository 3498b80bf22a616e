// Reads the project's layers from the code: the `type:` tag of each package, and the imports of its sources.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readImports } from './read-imports.ts';

/** A library or app, with the libraries that its sources (without tests) import. */
export interface LayerProject {
  /** Folder below the repository root, such as `libs/bus`. */
  readonly folder: string;
  readonly layer: string;
  /** Folders of the imported projects, sorted. */
  readonly imports: readonly string[];
}

/** A layer of the architecture: all projects with the same Nx tag `type:…`. */
export interface ArchitectureLayer {
  readonly name: string;
  readonly projects: readonly LayerProject[];
  /** Names of the other layers that the projects of this layer import, sorted. */
  readonly imports: readonly string[];
}

/** The members of a package.json that are read here. */
interface PackageManifest {
  readonly name: string;
  readonly nx?: { readonly tags?: readonly string[] };
}

const LAYER_TAG = 'type:';
/** The layer of the architecture with the test helpers, which may import every layer and is not drawn. */
const TESTING = 'testing';
const TEST_FILE = /(?:\.test\.tsx?|\.fixture\.ts|(?:^|[./])conformance\.ts)$/;

/** Reads the layers of the architecture from the repository at `root`; each layer comes before the layers that it imports. */
export function readLayers(root: string): readonly ArchitectureLayer[] {
  return orderLayers(readProjects(root));
}

/**
 * Groups projects into layers. A layer comes before the layers that it imports. Throws when layers import each other in a
 * circle.
 */
export function orderLayers(projects: readonly LayerProject[]): readonly ArchitectureLayer[] {
  const layerOf = new Map(projects.map(({ folder, layer }) => [folder, layer]));
  const groups = Map.groupBy(projects, ({ layer }) => layer);
  const layers = [...groups].map(([name, members]) => ({
    name,
    projects: members,
    imports: sortedUnique(
      members.flatMap(({ imports }) => imports.map((folder) => layerOf.get(folder) ?? '')),
    ).filter((other) => other !== name && other !== ''),
  }));
  const byName = new Map(layers.map((layer) => [layer.name, layer]));
  /** Returns the length of the longest chain of imports that starts at a layer. `path` lists the layers of the chain so far. */
  const depthOf = (name: string, path: readonly string[] = []): number => {
    if (path.includes(name)) {
      throw new Error(`Layers import each other: ${[...path, name].join(' → ')}.`);
    }
    const below = byName.get(name)?.imports ?? [];
    return Math.max(0, ...below.map((other) => 1 + depthOf(other, [...path, name])));
  };
  return layers.toSorted((a, b) => depthOf(b.name) - depthOf(a.name) || (a.name < b.name ? -1 : 1));
}

function readProjects(root: string): readonly LayerProject[] {
  const found = globSync('{libs,apps}/*/package.json', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => {
      const manifest = JSON.parse(readFileSync(join(root, path), 'utf8')) as PackageManifest;
      const tag = manifest.nx?.tags?.find((one) => one.startsWith(LAYER_TAG));
      if (tag === undefined) throw new Error(`${path} has no tag ${LAYER_TAG}….`);
      return { name: manifest.name, folder: dirname(path), layer: tag.slice(LAYER_TAG.length) };
    })
    .filter(({ layer }) => layer !== TESTING);
  const folderOf = new Map(found.map(({ name, folder }) => [name, folder]));
  return found.map(({ folder, layer }) => ({
    folder,
    layer,
    imports: sortedUnique(
      packagesImported(root, folder).flatMap((name) => folderOf.get(name) ?? []),
    ).filter((other) => other !== folder),
  }));
}

/**
 * Returns the packages (the first two parts of each import) that the sources of a project import, including type-only imports.
 */
function packagesImported(root: string, folder: string): readonly string[] {
  return globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: root })
    .filter((path) => !TEST_FILE.test(path))
    .flatMap((path) => readImports(join(root, path)))
    .map((name) => name.split('/').slice(0, 2).join('/'));
}

function sortedUnique(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort();
}
