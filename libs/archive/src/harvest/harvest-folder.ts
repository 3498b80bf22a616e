import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { HarvestFault } from './harvest-fault.ts';

/** Not `.json`, so that an import of the folder does not read it. */
const STATE = 'harvest.state';
const PAGE_DIGITS = 7;

const harvestState = z.object({
  address: z.string(),
  prefix: z.string(),
  set: z.string().nullable(),
  /** Time of the server at which the last whole list began: the next one starts there. */
  completedAt: z.string().nullable(),
  /** Number of pages of whole lists. */
  pages: z.number().int().nonnegative(),
  /** Number of pages that were imported. */
  imported: z.number().int().nonnegative(),
  /** The list that is being harvested. */
  list: z
    .object({
      from: z.string().nullable(),
      until: z.string().nullable(),
      startedAt: z.string(),
      /** Number of pages of this list on disk. */
      pages: z.number().int().nonnegative(),
      token: z.string(),
      /** A page in the past, with which later ones are compared to find a list without an end. */
      mark: z.object({ digest: z.string(), page: z.number().int() }),
    })
    .nullable(),
});

/** How far a harvest has come. */
export type HarvestState = z.infer<typeof harvestState>;
/** A list that is being harvested. */
export type HarvestList = NonNullable<HarvestState['list']>;
/** What a folder is a harvest of. */
export type HarvestIdentity = Pick<HarvestState, 'address' | 'prefix' | 'set'>;

/** The pages of a harvest and how far it has come. A page is stored before the state that counts it. */
export class HarvestFolder {
  readonly path: string;
  state: HarvestState;

  /** Opens a folder, or makes it. Errors: HarvestFault for a folder of another harvest. */
  constructor(path: string, { address, prefix, set }: HarvestIdentity) {
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
      list: null,
    };
    const { state } = this;
    if (state.address !== address || state.prefix !== prefix || state.set !== set)
      throw new HarvestFault(
        'other_harvest',
        `${path} holds a harvest of ${state.address}, format ${state.prefix}, set ${state.set ?? 'all'}. Name another folder (--folder).`,
      );
  }

  /** The file of a page, counted from one. */
  file(page: number): string {
    return join(this.path, `${String(page).padStart(PAGE_DIGITS, '0')}.xml`);
  }

  /** Stores a page, whole or not at all. */
  writePage(page: number, body: Buffer): void {
    this.#replace(this.file(page), body);
  }

  /** Removes pages from this one on. */
  dropPages(from: number, count: number): void {
    for (let page = from; page < from + count; page++) rmSync(this.file(page), { force: true });
  }

  /** Removes all pages and forgets how far the harvest has come. */
  clear(): void {
    const { pages, list } = this.state;
    this.dropPages(1, pages + (list?.pages ?? 0) + 1);
    this.save({ completedAt: null, pages: 0, imported: 0, list: null });
  }

  save(change: Partial<HarvestState>): void {
    this.state = { ...this.state, ...change };
    this.#replace(join(this.path, STATE), JSON.stringify(this.state, null, 1));
  }

  #replace(path: string, content: string | Buffer): void {
    const next = `${path}.tmp`;
    writeFileSync(next, content, { flush: true });
    renameSync(next, path);
  }
}

function readState(path: string): HarvestState | null {
  let text: string;
  try {
    text = readFileSync(join(path, STATE), 'utf8');
  } catch {
    return null;
  }
  const read = harvestState.safeParse(jsonOrNull(text));
  if (read.success) return read.data;
  throw new HarvestFault(
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
