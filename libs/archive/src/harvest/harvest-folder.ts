import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { HarvestError } from './harvest-fault.ts';

/** Name of the file with the progress. It does not end in `.json`, so that an import of the folder ignores it. */
const STATE = 'harvest.state';
const PAGE_DIGITS = 7;

const harvestState = z.object({
  address: z.string(),
  prefix: z.string(),
  set: z.string().nullable(),
  /** Start of the last complete list by server time, or its `until` if earlier; the next harvest requests later changes. */
  completedAt: z.string().nullable(),
  /** Number of stored pages of all lists that were downloaded completely. */
  pages: z.number().int().nonnegative(),
  /** Number of pages that were imported into the archive. */
  imported: z.number().int().nonnegative(),
  /** Name of the collection into which the pages were imported; null before the first import. */
  source: z.string().nullable().default(null),
  /** The list of records (series of `ListRecords` responses) that is being downloaded; null when none is. */
  list: z
    .object({
      from: z.string().nullable(),
      until: z.string().nullable(),
      startedAt: z.string(),
      /** Number of stored pages of the list that is being downloaded. */
      pages: z.number().int().nonnegative(),
      token: z.string(),
      /** Digest of an earlier page, with which later pages are compared to detect an endless list. */
      mark: z.object({ digest: z.string(), page: z.number().int() }),
    })
    .nullable(),
});

/** Progress of a harvest (OAI-PMH download), as stored in its folder. */
export type StoredHarvestProgress = z.infer<typeof harvestState>;
/** Progress of the list that is being downloaded. */
export type OaiListDownloadProgress = NonNullable<StoredHarvestProgress['list']>;
/** Repository address, metadata prefix and set of a harvest. All pages in one folder come from the same three. */
export type HarvestSource = Pick<StoredHarvestProgress, 'address' | 'prefix' | 'set'>;

/** Folder with the pages and the progress of a harvest. A page is stored before the progress that counts it. */
export class HarvestFolder {
  readonly path: string;
  state: StoredHarvestProgress;

  /** Opens or creates the folder. Throws HarvestError when it contains the pages of another harvest. */
  constructor(path: string, { address, prefix, set }: HarvestSource) {
    this.path = path;
    mkdirSync(path, { recursive: true });
    const stored = readState(path);
    this.state = stored ?? {
      address,
      prefix,
      set,
      completedAt: null,
      pages: 0,
      imported: 0,
      source: null,
      list: null,
    };
    const { state } = this;
    if (state.address !== address || state.prefix !== prefix || state.set !== set)
      throw new HarvestError(
        'other_harvest',
        `${path} holds a harvest of ${state.address}, format ${state.prefix}, set ${state.set ?? 'all'}. Name another folder (--folder).`,
      );
  }

  /** Returns the path of the file of a page; pages are numbered from 1. */
  file(page: number): string {
    return join(this.path, `${String(page).padStart(PAGE_DIGITS, '0')}.xml`);
  }

  /** Stores a page atomically: after a crash the file is complete or missing. */
  writePage(page: number, body: Buffer): void {
    this.#replace(this.file(page), body);
  }

  /** Deletes `count` pages, starting with page `from`. */
  dropPages(from: number, count: number): void {
    for (let page = from; page < from + count; page++) rmSync(this.file(page), { force: true });
  }

  /** Deletes all stored pages of the harvest and resets its progress. */
  clear(): void {
    const { pages, list } = this.state;
    this.dropPages(1, pages + (list?.pages ?? 0) + 1);
    this.save({ completedAt: null, pages: 0, imported: 0, list: null });
  }

  save(change: Partial<StoredHarvestProgress>): void {
    this.state = { ...this.state, ...change };
    this.#replace(join(this.path, STATE), JSON.stringify(this.state, null, 1));
  }

  #replace(path: string, content: string | Buffer): void {
    const next = `${path}.tmp`;
    writeFileSync(next, content, { flush: true });
    renameSync(next, path);
  }
}

function readState(path: string): StoredHarvestProgress | null {
  let text: string;
  try {
    text = readFileSync(join(path, STATE), 'utf8');
  } catch {
    return null;
  }
  const read = harvestState.safeParse(jsonOrNull(text));
  if (read.success) return read.data;
  throw new HarvestError(
    'bad_state',
    `${join(path, STATE)} is damaged. Remove the folder and harvest again.`,
  );
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
