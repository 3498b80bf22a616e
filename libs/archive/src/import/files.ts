import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { glob, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ImportRefusedError } from './refusal.ts';

/** Matches names of files that are imported from a folder. A file that is given by its own path is imported in any case. */
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

/**
 * Returns the files for paths of files and folders and for glob patterns, each once and in a stable order. Throws
 * ImportRefusedError for a path that does not exist.
 */
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
    } else throw new ImportRefusedError('not_readable', `${path} does not exist.`);
  }
  return [...new Set(found)];
}

/** Returns the SHA-256 (hex) and the size of a file. */
export async function fingerprintOf(path: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { sha256: hash.digest('hex'), bytes };
}
