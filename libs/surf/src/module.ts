import { type Bus, serviceModule } from '@bridge/bus';
import { StartError } from '@bridge/kernel';
import { openSearch } from '@bridge/search';
import { join } from 'node:path';
import { search } from './actions/search.ts';
import { Archive } from './search/search-archive.ts';
import { operatorHandlers } from './operate/handlers.ts';
import { ImportDesk } from './operate/import-desk.ts';
import { localOperator } from './operate/operator.ts';
import { placeFirstArchive } from './starter/first-archive.ts';

/** A query that finds much, so that the first caller finds everything ready. */
const WARM_UP = 'portrait of a woman 1900';

/** The service `surf`: gives an empty archive the one the product carries, and answers `surf.*`. */
export const surfModule = serviceModule<'surf', { readonly bus: Bus }>(
  'surf',
  ['bus'],
  async ({ clock, settings, log }) => {
    const address = settings.BRIDGE_SEARCH ?? `file:${join(settings.BRIDGE_DATA, 'search')}`;
    const index = openSearch({ address, key: settings.BRIDGE_MEILI_KEY, clock });
    try {
      if (address.startsWith('file:')) await placeFirstArchive({ address, clock, log });
    } catch (cause) {
      await index.close();
      throw new StartError(
        `The archive in ${address} cannot be opened or filled; start again with --log debug (BRIDGE_LOG) to see the cause.`,
        { cause },
      );
    }
    const archive = new Archive(index);
    // The first search reads the lexicon and fills caches: nobody's two seconds are spent on that. An engine that is away is
    // told to who asks.
    await archive
      .search(WARM_UP, 1)
      .catch((error: unknown) => log.warn({ err: error }, 'the archive cannot be searched yet'));
    const desk = new ImportDesk(index, clock);
    return {
      handlers: {
        search: search(archive),
        ...operatorHandlers(localOperator(index, clock), desk),
      },
      ready: async () => {
        const info = await index.info();
        return info === null
          ? { ok: true, note: 'the archive is empty' }
          : { ok: true, note: `${info.documents} references` };
      },
      close: async () => {
        await desk.close();
        await index.close();
      },
    };
  },
);
