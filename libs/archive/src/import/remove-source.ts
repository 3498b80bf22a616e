import { ImportRefusedError } from './refusal.ts';
import type { ImportTarget } from './target.ts';

/** Maximum number of documents removed in one transaction. */
const SOURCE_REMOVED_MAX = 10_000;

/** The result of removing all records of a source from the archive. */
export interface SourceRemovalResult {
  readonly source: string;
  readonly removed: number;
  /** Name of the new serving version; null after a dry run. */
  readonly version: string | null;
  /** Number of documents in the archive after the removal. */
  readonly documents: number;
}

/**
 * Removes all records of a source and their original texts. `onRemoved` receives the number of records removed so far. Throws
 * ImportRefusedError when the source has no records, and SearchEngineError; the serving index is then unchanged.
 */
export async function removeSource(
  source: string,
  target: ImportTarget,
  onRemoved: (records: number) => void,
): Promise<SourceRemovalResult> {
  const run = await target.begin({ mode: 'merge', resume: false });
  try {
    const ids = await run.idsOf(source);
    if (ids.length === 0) throw notHeld(source, [...(await run.hashes()).keys()]);
    let removed = 0;
    for (let at = 0; at < ids.length; at += SOURCE_REMOVED_MAX) {
      removed += await run.remove(ids.slice(at, at + SOURCE_REMOVED_MAX));
      onRemoved(removed);
    }
    const end = { names: [], files: [], canaries: [], removed: [source] };
    const { version, documents } = await run.finish(end, () => undefined);
    return { source, removed, version, documents };
  } catch (error) {
    await run.abandon().catch(() => undefined);
    throw error;
  }
}

/** Returns the result that `removeSource` would have, and changes nothing. Throws ImportRefusedError and SearchEngineError. */
export async function rehearseRemoval(
  source: string,
  target: ImportTarget,
): Promise<SourceRemovalResult> {
  const hashes = (await target.serving()).hashes();
  const removed = hashes.get(source)?.length ?? 0;
  if (removed === 0) throw notHeld(source, [...hashes.keys()]);
  let documents = -removed;
  for (const own of hashes.values()) documents += own.length;
  return { source, removed, version: null, documents };
}

function notHeld(source: string, sources: readonly string[]): ImportRefusedError {
  const held =
    sources.length === 0 ? 'It is empty.' : `It holds ${[...sources].sort().join(', ')}.`;
  return new ImportRefusedError(
    'unknown_source',
    `The archive holds no records of “${source}”. ${held}`,
  );
}
