import { Meilisearch } from 'meilisearch';
import { createHmac } from 'node:crypto';
import { engineErrorOf } from './engine-error.ts';

/** Id and rights of a Meilisearch API key. Meilisearch derives the key's value from the id. */
interface MeilisearchApiKeyDefinition {
  readonly uid: string;
  readonly name: string;
  readonly actions: readonly string[];
  readonly indexes: readonly string[];
}

/** Purpose of an API key: `search` for the surf service, `import` for `ctl archive import`. */
export type MeilisearchApiKeyPurpose = 'search' | 'import';

/** The two Meilisearch API keys, limited to the archive's indexes. Spec: storage.roles-search. ADR 018. */
export const ENGINE_KEYS: Readonly<Record<MeilisearchApiKeyPurpose, MeilisearchApiKeyDefinition>> =
  {
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

/** Computes the value of an API key from the master key and the key's id, as Meilisearch does. */
export function engineKeyValue(masterKey: string, use: MeilisearchApiKeyPurpose): string {
  return createHmac('sha256', masterKey).update(ENGINE_KEYS[use].uid).digest('hex');
}

const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  JSON.stringify([...a].sort()) === JSON.stringify([...b].sort());

/**
 * Creates the two API keys. A key that exists with other rights is deleted and created again. Needs the master key. Throws
 * SearchEngineError.
 */
export async function prepareEngine(url: string, masterKey: string): Promise<void> {
  const client = new Meilisearch({ host: url, apiKey: masterKey });
  try {
    const { results } = await client.getKeys({ limit: 1_000 });
    for (const key of Object.values(ENGINE_KEYS)) {
      const found = results.find(({ uid }) => uid === key.uid);
      if (
        found !== undefined &&
        isSameSet(found.actions, key.actions) &&
        isSameSet(found.indexes, key.indexes)
      )
        continue;
      // Meilisearch cannot change the rights of a key; a new key with the same id has the same value.
      if (found !== undefined) await client.deleteKey(key.uid);
      await client.createKey({
        ...key,
        actions: [...key.actions],
        indexes: [...key.indexes],
        expiresAt: null,
      });
    }
  } catch (cause) {
    throw engineErrorOf(cause);
  }
}
