import { cpSync, existsSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { rolldown } from 'rolldown';

/** Matches `new URL('./x', import.meta.url)`: in this form a module must name another file that it needs at run time. */
const FILE_BESIDE = /new URL\(\s*(['"])(\.{1,2}\/[^'"]*)\1,\s*import\.meta\.url,?\s*\)/g;

/**
 * Bundles a program with all its imports into `outDir`, which is emptied first. A file named by
 * `new URL('./x', import.meta.url)` is bundled as another program (TypeScript) or copied.
 * @param {Readonly<Record<string, string>>} entries  Entry file by program name, as `{ main: '…/main.ts' }`.
 * @param {string} outDir
 * @param {string} root  Names of bundled files are derived from their paths below this folder.
 */
export async function bundle(entries, outDir, root) {
  rmSync(outDir, { recursive: true, force: true });
  /** @type {Map<string, string>} */
  const copies = new Map();
  const build = await rolldown({
    input: { ...entries },
    platform: 'node',
    // pg imports this optional package, which is not installed.
    external: ['pg-native'],
    plugins: [filesBeside(entries, copies, root)],
    onwarn: () => undefined,
  });
  try {
    await build.write({
      dir: outDir,
      format: 'esm',
      // All output is in one folder, so that a relative path means the same file in every module.
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
      minify: true,
      keepNames: true,
      sourcemap: true,
    });
  } finally {
    await build.close();
  }
  for (const [file, name] of copies) cpSync(file, join(outDir, name), { recursive: true });
}

/**
 * @param {Readonly<Record<string, string>>} entries
 * @param {Map<string, string>} copies  Filled with the files to copy and their names in the output.
 * @param {string} root
 * @returns {import('rolldown').Plugin}
 */
function filesBeside(entries, copies, root) {
  /** Program name by entry file. */
  const programs = new Map(Object.entries(entries).map(([name, file]) => [file, name]));
  return {
    name: 'files-beside',
    transform(code, id) {
      if (!code.includes('import.meta.url') || id.includes('node_modules')) return null;
      let changed = false;
      const rewritten = code.replaceAll(
        FILE_BESIDE,
        (whole, _quote, /** @type {string} */ path) => {
          const file = resolve(dirname(id), path);
          if (!existsSync(file)) return whole;
          changed = true;
          const name = flatName(relative(root, file));
          if (!file.endsWith('.ts')) {
            copies.set(file, name);
            return `new URL('./${name}${statSync(file).isDirectory() ? '/' : ''}', import.meta.url)`;
          }
          if (!programs.has(file)) {
            programs.set(file, name);
            this.emitFile({ type: 'chunk', id: file, fileName: `${name}.mjs` });
          }
          return `new URL('./${programs.get(file)}.mjs', import.meta.url)`;
        },
      );
      return changed ? { code: rewritten } : null;
    },
  };
}

/**
 * Returns a unique output name: `builder-match.worker` for `libs/builder/src/patch/match.worker.ts`.
 * @param {string} path  Relative to the root.
 */
function flatName(path) {
  const [, owner = '', ...rest] = path.split(sep);
  return [owner, basename(rest.at(-1) ?? '', '.ts')].filter((part) => part !== '').join('-');
}
