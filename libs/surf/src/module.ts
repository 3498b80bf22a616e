import { placeFirstArchive, STARTER_RESERVE } from '@bridge/archive';
import { type Bus, serviceModule } from '@bridge/bus';
import { openSearch, SearchFault, type SearchIndex } from '@bridge/search';
import { join } from 'node:path';
import { search } from './actions/search.ts';
import { Archive } from './search/search-archive.ts';
import { operatorHandlers } from './operate/handlers.ts';
import { ImportDesk } from './operate/import-desk.ts';
import { localOperator } from './operate/operator.ts';

/** A query that finds much, so that the first caller finds everything ready. */
const WARM_UP = 'portrait of a woman 1900';

/** The service `surf`: gives an empty archive the one the product carries, and answers `surf.*`. */
export const surfModule = serviceModule<'surf', { readonly bus: Bus }>(
  'surf',
  ['bus'],
  async ({ clock, settings, log }) => {
    const address = settings.BRIDGE_SEARCH ?? `file:${join(settings.BRIDGE_DATA, 'search')}`;
    const index = openSearch({
      address,
      key: settings.BRIDGE_MEILI_KEY,
      clock,
      reserve: STARTER_RESERVE,
      onTrouble: (trouble) => {
        if (trouble === null) log.info('the archive is whole again');
        else log.warn({ trouble }, 'the archive is damaged');
      },
    });
    // A folder that takes no files costs nothing but the archive of an operator: the reserve serves.
    if (address.startsWith('file:'))
      await placeFirstArchive({ address, clock, log }).catch((error: unknown) =>
        log.warn({ err: error }, 'the first archive cannot be put in place'),
      );
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
      ready: async () => health(index),
      close: async () => {
        await desk.close();
        await index.close();
      },
    };
  },
);

/** What the process says of its archive; it stays ready without one, because only searches need it. */
async function health(index: SearchIndex): Promise<{ ok: boolean; note: string }> {
  try {
    const info = await index.info();
    if (info === null) return { ok: true, note: 'the archive is empty' };
    const count = `${info.documents} references`;
    return { ok: info.trouble === null, note: info.trouble ?? count };
  } catch (error) {
    if (error instanceof SearchFault) return { ok: false, note: error.sentence };
    throw error;
  }
}
