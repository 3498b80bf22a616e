import type { StoredDocumentRegistry } from '@bridge/search';
import type { SourceImportCounts } from './events.ts';
import type { RecordReadProblem } from './record-text.ts';
import { ImportRefusedError } from './refusal.ts';
import type { ImportRunResultCollector } from './run-state.ts';
import type { ImportRun } from './target.ts';

/** Maximum share (0 to 1) of a source's records that an import removes unless the operator consents with `--yes`. */
export const MISSING_SHARE_MAX = 0.1;
/** Maximum number of documents removed in one transaction. */
const REMOVED_MAX = 10_000;
/**
 * Reasons for which a record could not be read. A run with such records must not remove missing documents, because a missing
 * one may be an unreadable record.
 */
const UNREADABLE: ReadonlySet<string> = new Set<RecordReadProblem>([
  'not_json',
  'not_an_object',
  'too_large',
  'too_deep',
  'truncated',
  'column_count',
]);

/** The documents of a source that the index contains and the files of the run do not. */
interface DocumentsMissingFromImportFiles {
  readonly summary: SourceImportCounts;
  readonly ids: readonly string[];
  /** Number of the source's documents before the run. */
  readonly stored: number;
}

/**
 * Removes documents of the run's sources that its files do not contain. Throws ImportRefusedError when they are more than
 * `shareMax` of a source, when the files are older than the index, or when files may be incomplete and `shareMax` is below 1.
 * Also throws SearchEngineError.
 */
export async function removeMissing(
  run: ImportRun,
  state: ImportRunResultCollector,
  shareMax: number,
): Promise<void> {
  const missing: DocumentsMissingFromImportFiles[] = [];
  for (const summary of state.summaries()) {
    const stored = await run.idsOf(summary.source);
    const ids = stored.filter((id) => state.ids?.has(id) === false);
    // A source without any readable record is skipped: its files have another format or contain only errors.
    if (ids.length < stored.length)
      missing.push({ summary, ids, stored: stored.length - summary.added });
  }
  refuseOldFiles(missing);
  if (shareMax < 1) {
    refuseIncompleteFiles(state, missing);
    for (const one of missing) refuseShare(one, shareMax);
  }
  if (missing.some(({ ids }) => ids.length > 0)) state.emit({ event: 'step', step: 'removing' });
  for (const { summary, ids } of missing)
    for (let at = 0; at < ids.length; at += REMOVED_MAX)
      summary.removed += await run.remove(ids.slice(at, at + REMOVED_MAX));
}

/** Counts for `--dry-run --swap` which documents of each source the new index would not contain. */
export function countReplaced(
  serving: StoredDocumentRegistry,
  state: ImportRunResultCollector,
): void {
  for (const source of serving.hashes().keys()) {
    const removed = serving.idsOf(source).filter((id) => state.ids?.has(id) === false).length;
    if (removed > 0) state.summaryOf(source).removed = removed;
  }
}

function refuseOldFiles(missing: readonly DocumentsMissingFromImportFiles[]): void {
  const old = missing.find(({ summary }) => summary.kept > 0);
  if (old === undefined) return;
  const { source, kept } = old.summary;
  throw new ImportRefusedError(
    'too_many_missing',
    `The archive holds newer versions of ${countText(kept)} records of ${source} than these files, so nothing was removed and nothing was changed. Give the newest file, or --force to go back to these.`,
  );
}

function refuseIncompleteFiles(
  state: ImportRunResultCollector,
  missing: readonly DocumentsMissingFromImportFiles[],
): void {
  const [refused] = state.refused;
  if (refused !== undefined)
    throw new ImportRefusedError(
      'too_many_missing',
      `${refused.file} could not be read, so its records would be missing. Nothing was changed. Leave it out, or give --yes. ${refused.sentence}`,
    );
  for (const { summary, ids } of missing) {
    let unreadable = 0;
    for (const [reason, count] of Object.entries(summary.reasons))
      if (UNREADABLE.has(reason)) unreadable += count;
    if (unreadable > 0 && ids.length > 0)
      throw new ImportRefusedError(
        'too_many_missing',
        `${countText(unreadable)} records of ${summary.source} could not be read, and may be among the ${countText(ids.length)} that would be removed. Nothing was changed. Repair the file (--report lists them), or give --yes.`,
      );
  }
}

function refuseShare(
  { summary, ids, stored }: DocumentsMissingFromImportFiles,
  shareMax: number,
): void {
  if (ids.length <= stored * shareMax) return;
  const percent = ((100 * ids.length) / stored).toFixed(1);
  throw new ImportRefusedError(
    'too_many_missing',
    `${countText(ids.length)} of the ${countText(stored)} records of ${summary.source} (${percent} %) are not in these files, more than ${100 * shareMax} %. Nothing was changed. Check that the files are whole; --yes removes the records.`,
  );
}

function countText(count: number): string {
  return count.toLocaleString('en');
}
