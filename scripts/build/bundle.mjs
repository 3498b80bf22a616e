import { cpSync, existsSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { rolldown } from 'rolldown';

/** `new URL('./x', import.meta.url)`, the one form in which a module may name a file beside it. */
const FILE_BESIDE = /new URL\(\s*(['"])(\.{1,2}\/[^'"]*)\1,\s*import\.meta\.url,?\s*\)/g;

/**
 * Bundles one program with everything it imports into `outDir`, which is emptied first: `main.mjs` runs
 * there on Node alone, without node_modules. Files that its modules name by `new URL('./x',
 * import.meta.url)` are included: TypeScript (a worker, a child program) is bundled as a separate program,
 * other files are copied.
 * @param {Readonly<Record<string, string>>} entries  Name of the program to its file, as `{ main: '…/main.ts' }`.
 * @param {string} outDir
 * @param {string} root  Names of included files are made from their paths below it.
 */
export async function bundle(entries, outDir, root) {
  rmSync(outDir, { recursive: true, force: true });
  /** @type {Map<string, string>} */
  const copies = new Map();
  const build = await rolldown({
    input: { ...entries },
    platform: 'node',
    // pg imports it optionally; the project does not install it.
    external: ['pg-native'],
    plugins: [filesBeside(entries, copies, root)],
    onwarn: () => undefined,
  });
  try {
    await build.write({
      dir: outDir,
      format: 'esm',
      // All files in one folder, so that the relative path of a file is the same from every module.
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
  /** Program names by file; the entries keep their names. */
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
 * `libs/builder/src/patch/match.worker.ts` becomes `builder-match.worker`: unique and readable.
 * @param {string} path  Relative to the root.
 */
function flatName(path) {
  const [, owner = '', ...rest] = path.split(sep);
  return [owner, basename(rest.at(-1) ?? '', '.ts')].filter((part) => part !== '').join('-');
}
