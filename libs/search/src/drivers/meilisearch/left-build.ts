import type { Clock } from '@bridge/kernel';
import type { BuildOptions } from '../../index-build.ts';
import { SearchFault } from '../../search-fault.ts';
import type { IndexInfo } from '../../index-info.ts';
import {
  type IndexNames,
  readAttachment,
  readVersionFacts,
  type VersionFacts,
} from './attachments.ts';
import { createNext, existsNow, finishCommit } from './commit.ts';
import type { EngineClient } from './engine.ts';

/** Name of the attachment in which a build stores its state. */
export const STATE = 'building';
/** Name of the attachment in which a build stores its checkpoints. */
export const CHECKPOINTS = 'checkpoints';
/** Interval in ms at which a build stores its state and checkpoints. Each time costs the engine a second (measured). */
export const STORE_STATE_MS = 60_000;
/**
 * Age in ms from which a build's state counts as left by a killed import. The state may wait for minutes in the
 * engine's queue, behind a batch of documents.
 */
const LEFT_BEHIND_MS = 5 * STORE_STATE_MS;

/** The stored state of a build. */
export interface BuildState {
  readonly version: string;
  readonly mode: BuildOptions['mode'];
  /** Time of the state in ms since the epoch. */
  readonly touchedAt: number;
  /** True when the new version contains all documents of the serving one. A swap begins without documents. */
  readonly isCopied: boolean;
}

/** The start of a build, new or resumed. */
export interface BuildStart {
  readonly state: BuildState;
  readonly resumed: boolean;
  /** Name of the serving version. */
  readonly previous: IndexInfo | null;
  readonly checkpoints: Map<string, string>;
}

/** The indexes of the next version as an earlier process left them. */
interface LeftBuild {
  /** A build that can be resumed; null when the indexes hold a finished version or an incomplete state. */
  readonly resumable: BuildState | null;
  /** The last time that a build or a commit wrote, in milliseconds since the epoch. */
  readonly touchedAt: number;
}

/** Starts or resumes the one build of an archive. Errors: SearchFault `building` while another one runs. */
export async function startBuild(
  engine: EngineClient,
  names: IndexNames,
  { version, mode, resume }: BuildOptions,
  info: () => Promise<IndexInfo | null>,
  clock: Clock,
): Promise<BuildStart> {
  let previous = await info();
  const left = await readLeftBuild(engine, names);
  if (left !== null && !resume && clock.now() - left.touchedAt < LEFT_BEHIND_MS) {
    throw new SearchFault(
      'building',
      'Another import is running on this index, or was killed less than five minutes ago. Wait, or run the import with --resume.',
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
  engine: EngineClient,
  names: IndexNames,
): Promise<Map<string, string>> {
  const bytes = await readAttachment(engine, names.nextAttachments, CHECKPOINTS);
  // A build of this driver wrote the value.
  return new Map(bytes === null ? [] : (JSON.parse(bytes.toString('utf8')) as [string, string][]));
}

/** Reads the indexes of the next version; null when there are none. Errors: SearchFault. */
async function readLeftBuild(engine: EngineClient, names: IndexNames): Promise<LeftBuild | null> {
  if (!(await existsNow(engine, names.nextAttachments))) return null;
  const bytes = await readAttachment(engine, names.nextAttachments, STATE);
  // A build of this driver wrote the value.
  const state = bytes === null ? null : (JSON.parse(bytes.toString('utf8')) as BuildState);
  const facts: VersionFacts | null = await readVersionFacts(engine, names.nextAttachments);
  const serving = await readVersionFacts(engine, names.servingAttachments);
  // A commit stores the facts of its version. Indexes with facts are a finished version, whatever build state they
  // contain.
  const isOpen = state !== null && facts === null && (await engine.has(names.next));
  return {
    resumable: isOpen ? state : null,
    touchedAt: Math.max(state?.touchedAt ?? 0, facts?.builtAt ?? 0, serving?.builtAt ?? 0),
  };
}
