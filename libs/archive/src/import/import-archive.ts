import { basename } from 'node:path';
import { isCollectionName } from '../formats/standard-formats.ts';
import { sourceNamed } from '../sources/sources.ts';
import { genericSource } from '../sources/generic.ts';
import type { RecordSource } from '../sources/source.ts';
import { dryRun } from './dry-run.ts';
import type { ImportResult } from './events.ts';
import { filesOf } from './files.ts';
import { FileImport, type FileImportDeps } from './file-import.ts';
import type { ImportDeps, ImportOptions } from './import-options.ts';
import { ParallelRecordBatchMapper } from './mapping.ts';
import { ImportRefusedError } from './refusal.ts';
import { countReplaced, removeMissing } from './remove-missing.ts';
import { ImportRunResultCollector } from './run-state.ts';
import { StoredRecordTextHashes } from './stored-texts.ts';
import type { ImportRun } from './target.ts';

/** Maximum share (0 to 1) of records that cannot be imported; above it an import ends with exit code 1. */
export const BAD_SHARE_MAX = 0.05;

/** The source that `--source` or `--map` names; or a name of a collection, if no source has this name. */
interface OperatorChosenSourceOrCollection {
  readonly source: RecordSource | undefined;
  readonly collection: string | undefined;
}

function namedSource({ source, mapping }: ImportOptions): OperatorChosenSourceOrCollection {
  if (mapping !== undefined) return { source: genericSource(mapping), collection: undefined };
  if (source === undefined) return { source, collection: undefined };
  if (source === 'generic') {
    throw new ImportRefusedError(
      'bad_mapping',
      'The source "generic" needs a mapping file: --map mapping.json.',
    );
  }
  const known = sourceNamed(source);
  if (known === undefined && !isCollectionName(source))
    throw new ImportRefusedError(
      'unknown_source',
      `"${source}" is no name of a source: 2 to 31 lower-case letters, digits and "-", a letter first.`,
    );
  return { source: known, collection: known === undefined ? source : undefined };
}

/**
 * Imports files into the archive, builds the lexicon (the words and names of the index), tests the new index and serves it.
 * Refused files and bad records are reported and do not stop the run. Throws ImportRefusedError for wrong options and when too
 * many records would be removed, and SearchEngineError; the serving index is then unchanged.
 */
export async function importArchive(
  options: ImportOptions,
  deps: ImportDeps,
): Promise<ImportResult> {
  const named = namedSource(options);
  const paths = await filesOf(options.paths);
  if (paths.length === 0)
    throw new ImportRefusedError(
      'nothing_to_import',
      `No file to import in ${options.paths.join(', ')}.`,
    );
  const started = deps.clock.monotonic();
  const mode = options.mode ?? 'merge';
  const serving = options.dryRun === true ? await deps.target.serving() : null;
  const isReplacing = serving !== null && mode === 'swap';
  const state = new ImportRunResultCollector(
    deps,
    isReplacing || options.removeMissing !== undefined,
  );
  const run =
    serving === null
      ? await deps.target.begin({ mode, resume: options.resume === true })
      : dryRun(serving, mode);
  const mapping = new ParallelRecordBatchMapper({
    showChanges: options.showChanges ?? 0,
    yearMax: new Date(deps.clock.now()).getUTCFullYear() + 1,
  });
  try {
    const progress = await progressOf(run, options);
    const { clock } = deps;
    for (const path of paths)
      await importFile(path, { options, ...named, run, mapping, state, clock, ...progress });
    // Closing the mapping thread frees its memory before the lexicon is built.
    await mapping.close();
    if (options.removeMissing !== undefined) await removeMissing(run, state, options.removeMissing);
    if (isReplacing) countReplaced(serving, state);
    return await finish(run, state, options, (deps.clock.monotonic() - started) / 1000);
  } catch (error) {
    // After an error the unfinished index is kept for `--resume`; a refused run cannot be resumed. The old index still serves.
    await (error instanceof ImportRefusedError ? run.abandon() : run.suspend()).catch(
      () => undefined,
    );
    throw error;
  } finally {
    await mapping.close();
  }
}

/**
 * Returns the progress by which a run skips records: hashes of stored texts and checkpoints. It is empty when missing records
 * are to be removed, because this needs the ids of all records, and a skipped record is not mapped to an id.
 */
async function progressOf(
  run: ImportRun,
  { removeMissing: share }: ImportOptions,
): Promise<Pick<FileImportDeps, 'stored' | 'checkpoints'>> {
  if (share !== undefined)
    return { stored: new StoredRecordTextHashes(new Map()), checkpoints: new Map() };
  return {
    stored: new StoredRecordTextHashes(await run.hashes()),
    checkpoints: run.resumed ? await run.checkpoints() : new Map(),
  };
}

async function importFile(path: string, deps: FileImportDeps): Promise<void> {
  try {
    await new FileImport(path, deps).run();
  } catch (error) {
    if (!(error instanceof ImportRefusedError)) throw error;
    deps.state.refuse(basename(path), error);
  }
}

async function finish(
  run: ImportRun,
  state: ImportRunResultCollector,
  options: ImportOptions,
  seconds: number,
): Promise<ImportResult> {
  const { bad, read } = state.totals();
  const tooBad = read > 0 && bad / read > (options.maxBad ?? BAD_SHARE_MAX);
  const outcome = {
    sources: state.summaries(),
    refused: state.refused,
    exit: tooBad || (read === 0 && !state.hasNames()) ? (1 as const) : (0 as const),
  };
  for (const change of state.changes) state.emit({ event: 'change', change });
  if (options.dryRun === true) {
    state.emit({ event: 'step', step: 'dry run' });
    return { ...outcome, version: null, documents: null, seconds };
  }
  const isMerge = (options.mode ?? 'merge') === 'merge';
  // In a resumed run `writes()` may be 0 although the killed run has written documents, so a resumed run is always finished.
  if (isMerge && !run.resumed && state.writes() === 0 && !state.hasNames()) {
    await run.abandon();
    state.emit({ event: 'step', step: 'unchanged' });
    return { ...outcome, version: null, documents: null, seconds };
  }
  state.emit({ event: 'step', step: 'finishing' });
  const info = await run.finish(state.end(), (step) => state.emit({ event: 'step', step }));
  state.emit({ event: 'step', step: 'serving' });
  return { ...outcome, version: info.version, documents: info.documents, seconds: state.seconds() };
}
