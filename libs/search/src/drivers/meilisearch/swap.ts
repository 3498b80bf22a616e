import { setTimeout as wait } from 'node:timers/promises';
import { SearchEngineError } from '../../search-engine-error.ts';
import { readVersionFacts } from './attachments.ts';
import type { MeilisearchClient } from './engine.ts';
import { isUnknownTask } from './engine-error.ts';

const EFFECT_POLL_MS = 50;
const EFFECT_POLLS_MAX = 12_000;

/** The version that the index `attachmentsUid` contains after the swap is executed; null when this index is then empty. */
interface VersionExpectedAfterSwap {
  readonly attachmentsUid: string;
  readonly version: string | null;
}

/**
 * Swaps the contents of pairs of Meilisearch indexes in one task and waits until it is done. When the API key may not see the
 * task (Meilisearch 1.50 answers `task_not_found`), waits until `attachmentsUid` contains `version`. Throws SearchEngineError.
 */
export async function swapIndexes(
  engine: MeilisearchClient,
  pairs: readonly (readonly [string, string])[],
  { attachmentsUid, version }: VersionExpectedAfterSwap,
): Promise<void> {
  try {
    await engine.swap(pairs);
    return;
  } catch (error) {
    if (!isUnknownTask(error)) throw error;
  }
  for (let poll = 0; poll < EFFECT_POLLS_MAX; poll++) {
    const facts = await readVersionFacts(engine, attachmentsUid);
    if ((facts?.version ?? null) === version) return;
    await wait(EFFECT_POLL_MS);
  }
  throw new SearchEngineError(
    'slow',
    'The search engine accepted a swap of its indexes and did not execute it in 10 minutes. Run the import again with --resume.',
  );
}
