import type { Clock } from '@bridge/kernel';
import type { IndexBuildOptions } from '../../index-build.ts';
import { SearchEngineError } from '../../search-engine-error.ts';
import type { ServingIndexVersionSummary } from '../../index-info.ts';
import {
  type MeilisearchIndexNames,
  readAttachment,
  readVersionFacts,
  type IndexVersionSummary,
} from './attachments.ts';
import { createNext, existsNow, finishCommit } from './commit.ts';
import type { MeilisearchClient } from './engine.ts';
import type { NextVersionAttachmentSender } from './next-attachments.ts';
import type { MeilisearchDocumentSender } from './payload-sender.ts';

/** Name of the attachment (bytes stored with an index version) in which a build stores its state. */
export const STATE = 'building';
/**
 * Name of the attachment (bytes stored with an index version) in which a build stores its checkpoints, the progress of the
 * import.
 */
export const CHECKPOINTS = 'checkpoints';
/**
 * Interval at which a build stores its state and its checkpoints (progress of the import), ms. Each time costs Meilisearch a
 * second (measured).
 */
export const STORE_STATE_MS = 60_000;
/**
 * Age in ms from which the stored state of a build counts as that of a killed import. The state of a running import may wait
 * minutes in Meilisearch's queue.
 */
const LEFT_BEHIND_MS = 5 * STORE_STATE_MS;

/** The state of a build that is stored in Meilisearch, so that another process can resume it. */
export interface StoredIndexBuildState {
  readonly version: string;
  readonly mode: IndexBuildOptions['mode'];
  /** Time at which this state of the build was stored, in ms since the Unix epoch. */
  readonly touchedAt: number;
  /**
   * True when nothing remains to be copied from the serving version. A build of mode `swap` copies nothing; one of mode `merge`
   * copies when its first document differs.
   */
  readonly isCopied: boolean;
}

/** The state and the checkpoints (progress of the import) with which a new or resumed build starts. */
export interface IndexBuildStateAndCheckpoints {
  readonly state: StoredIndexBuildState;
  readonly resumed: boolean;
  /** The serving version when the build starts; null when there is none. */
  readonly previous: ServingIndexVersionSummary | null;
  readonly checkpoints: Map<string, string>;
}

/**
 * Stores the state of a build, and its last checkpoint (progress of the import) before which Meilisearch has indexed all
 * `documents`.
 */
export async function storeBuild(
  attachments: NextVersionAttachmentSender,
  state: StoredIndexBuildState,
  documents: MeilisearchDocumentSender,
): Promise<void> {
  await attachments.set(STATE, Buffer.from(JSON.stringify(state)));
  const checkpoints = documents.indexedCheckpoint();
  if (checkpoints !== null) await attachments.set(CHECKPOINTS, Buffer.from(checkpoints));
  await attachments.send();
}

/** The data of an unfinished or finished build that an earlier process left in the Meilisearch indexes of the next version. */
interface LeftoverIndexBuild {
  /** State of the build if it can be resumed; null when the indexes contain a finished version or an incomplete state. */
  readonly resumable: StoredIndexBuildState | null;
  /** Time of the last write by a build or commit, in ms since the Unix epoch. */
  readonly touchedAt: number;
}

/**
 * Starts or resumes the build of an archive. Without `resume`, throws SearchEngineError `building` when another build has written
 * within LEFT_BEHIND_MS.
 */
export async function startBuild(
  engine: MeilisearchClient,
  names: MeilisearchIndexNames,
  { version, mode, resume }: IndexBuildOptions,
  info: () => Promise<ServingIndexVersionSummary | null>,
  clock: Clock,
): Promise<IndexBuildStateAndCheckpoints> {
  let previous = await info();
  const left = await readLeftBuild(engine, names);
  if (left !== null && !resume && clock.now() - left.touchedAt < LEFT_BEHIND_MS) {
    throw new SearchEngineError(
      'building',
      'Another import is running on this index, or was killed less than five minutes ago. Continue it with --resume only if it was killed; otherwise wait until it has ended.',
    );
  }
  const state = left?.resumable ?? null;
  if (left !== null && state === null) {
    await finishCommit(engine, names);
    previous = await info();
  }
  if (state !== null && resume && state.mode === mode) {
    const checkpoints = await readCheckpoints(engine, names);
    return { state, resumed: true, previous, checkpoints };
  }
  await createNext(engine, names);
  const isCopied = mode === 'swap' || previous === null;
  const fresh = { version, mode, touchedAt: clock.now(), isCopied };
  return { state: fresh, resumed: false, previous, checkpoints: new Map() };
}

async function readCheckpoints(
  engine: MeilisearchClient,
  names: MeilisearchIndexNames,
): Promise<Map<string, string>> {
  const bytes = await readAttachment(engine, names.nextAttachments, CHECKPOINTS);
  // A build of this driver wrote this JSON, so its structure is not checked.
  return new Map(bytes === null ? [] : (JSON.parse(bytes.toString('utf8')) as [string, string][]));
}

/**
 * Reads the state of an unfinished import from the indexes of the next version; null when these indexes do not exist. Throws
 * SearchEngineError.
 */
async function readLeftBuild(
  engine: MeilisearchClient,
  names: MeilisearchIndexNames,
): Promise<LeftoverIndexBuild | null> {
  if (!(await existsNow(engine, names.nextAttachments))) return null;
  const bytes = await readAttachment(engine, names.nextAttachments, STATE);
  // A build of this driver wrote this JSON, so its structure is not checked.
  const state =
    bytes === null ? null : (JSON.parse(bytes.toString('utf8')) as StoredIndexBuildState);
  const facts: IndexVersionSummary | null = await readVersionFacts(engine, names.nextAttachments);
  const serving = await readVersionFacts(engine, names.servingAttachments);
  // Only a commit stores IndexVersionSummary. Indexes that have them contain a finished version, even if they also contain a
  // build state.
  const isOpen = state !== null && facts === null && (await engine.has(names.next));
  return {
    resumable: isOpen ? state : null,
    touchedAt: Math.max(state?.touchedAt ?? 0, facts?.builtAt ?? 0, serving?.builtAt ?? 0),
  };
}
