import { Meilisearch } from 'meilisearch';
import { createHmac } from 'node:crypto';
import { engineFault } from './engine-fault.ts';

/** A key of the engine: its fixed id, from which the engine derives its value, and what it allows. */
interface EngineKey {
  readonly uid: string;
  readonly name: string;
  readonly actions: readonly string[];
  readonly indexes: readonly string[];
}

/** Which process holds which key: the service surf only searches, an import by a command fills the index. */
export type EngineKeyUse = 'search' | 'import';

/** The two keys, over the indexes of the archive only. Spec: storage.roles-search. ADR 018. */
export const ENGINE_KEYS: Readonly<Record<EngineKeyUse, EngineKey>> = {
  search: {
    uid: '777cfbae-b25e-4578-a9a6-d8f5f57e46b2',
    name: 'Agent Bridge: search',
    actions: ['search'],
    indexes: ['refs*'],
  },
  import: {
    uid: 'af414da1-5404-45d1-b255-852171db8013',
    name: 'Agent Bridge: import',
    actions: [
      ...['search', 'stats.get', 'tasks.get'],
      ...['documents.add', 'documents.get', 'documents.delete'],
      ...['indexes.create', 'indexes.get', 'indexes.delete', 'indexes.swap'],
      ...['settings.get', 'settings.update'],
    ],
    indexes: ['refs*'],
  },
};

/** The value of a key, as the engine derives it from its master key and the key's id. */
export function engineKeyValue(masterKey: string, use: EngineKeyUse): string {
  return createHmac('sha256', masterKey).update(ENGINE_KEYS[use].uid).digest('hex');
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  JSON.stringify([...a].sort()) === JSON.stringify([...b].sort());

/**
 * Makes the two keys at an engine, or makes again one that allows something else. Needs the engine's master key. Errors:
 * SearchFault.
 */
export async function prepareEngine(url: string, masterKey: string): Promise<void> {
  const client = new Meilisearch({ host: url, apiKey: masterKey });
  try {
    const { results } = await client.getKeys({ limit: 1_000 });
    for (const key of Object.values(ENGINE_KEYS)) {
      const found = results.find(({ uid }) => uid === key.uid);
      if (
        found !== undefined &&
        same(found.actions, key.actions) &&
        same(found.indexes, key.indexes)
      )
        continue;
      // What a key allows cannot be changed; made again under its id, it has the same value.
      if (found !== undefined) await client.deleteKey(key.uid);
      await client.createKey({
        ...key,
        actions: [...key.actions],
        indexes: [...key.indexes],
        expiresAt: null,
      });
    }
  } catch (cause) {
    throw engineFault(cause);
  }
}
