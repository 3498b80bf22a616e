import { BUILDER, SEARCH_HITS_MAX, WORLDS, type ConsoleSearchAnswer } from '@bridge/contracts';
import { screenParts } from '../http/screen-parts.ts';
import { listAgents } from '../keys/key-change.store.ts';
import type { HomeDeps } from './compose-home.ts';

const KEYS_SEARCHED_MAX = 100;

/**
 * Finds the owner’s websites by title, World or id, Worlds (public identities) by their unique name (word), and keys by name
 * or id. `missing` contains the names of unavailable services. Spec: home.search.
 */
export async function searchAccount(
  { db, call, accountId }: Pick<HomeDeps, 'db' | 'call' | 'accountId'>,
  q: string,
): Promise<ConsoleSearchAnswer> {
  const text = q.toLowerCase();
  const { missing, orNone } = screenParts();
  const [websites, worlds, agents] = await Promise.all([
    orNone('builder', call(BUILDER.search, { q, limit: SEARCH_HITS_MAX })),
    orNone('worlds', call(WORLDS.rights, { words: null })),
    listAgents(db, accountId, KEYS_SEARCHED_MAX),
  ]);
  const hits: ConsoleSearchAnswer['hits'] = [
    ...(worlds?.rights ?? [])
      .filter(({ word }) => word.includes(text))
      .map(({ word }) => ({ kind: 'world' as const, id: word, title: word, word })),
    ...agents
      .filter(({ key_id, name }) => key_id === q || name.toLowerCase().includes(text))
      .map(({ key_id, name }) => ({ kind: 'key' as const, id: key_id, title: name, word: null })),
  ].slice(0, SEARCH_HITS_MAX / 2);
  const pages = (websites?.hits ?? []).map(({ page_id, title, word }) => {
    return { kind: 'website' as const, id: String(page_id), title, word };
  });
  return { hits: [...pages.slice(0, SEARCH_HITS_MAX - hits.length), ...hits], missing };
}
