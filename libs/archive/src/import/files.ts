import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { glob, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ImportRefusal } from './refusal.ts';

/** Matches the names of files that are imported from a folder. A file that is named itself is imported whatever its name. */
const DATA =
  /\.(?:json|ndjson|jsonl|jsonld|csv|tsv|xml|rdf|lido|tar|tgz)(?:\.(?:gz|zst|lfs-pointer))?$|\.(?:gz|zst)$/i;
const DEPTH_MAX = 4;

async function filesIn(folder: string, depth: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth < DEPTH_MAX) found.push(...(await filesIn(path, depth + 1)));
    else if (entry.isFile() && DATA.test(entry.name)) found.push(path);
  }
  return found;
}

/** The files that paths, folders and patterns name, in a stable order, each once. Errors: ImportRefusal. */
export async function filesOf(given: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of given) {
    const about = await stat(path).catch(() => null);
    if (about?.isDirectory() === true) found.push(...(await filesIn(path, 0)));
    else if (about !== null) found.push(path);
    else if (/[*?[{]/.test(path)) {
      const matched: string[] = [];
      for await (const one of glob(path)) matched.push(one);
      found.push(...matched.sort());
    } else throw new ImportRefusal('not_readable', `${path} does not exist.`);
  }
  return [...new Set(found)];
}

/** SHA-256 of a file as hex, and its size. */
export async function fingerprintOf(path: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { sha256: hash.digest('hex'), bytes };
}
