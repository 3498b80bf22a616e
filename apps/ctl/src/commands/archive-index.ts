import { openSearch, type SearchIndex } from '@bridge/search';
import { systemClock, type Settings } from '@bridge/kernel';
import { join } from 'node:path';

/** Opens the index that BRIDGE_SEARCH names, does the work, and closes it; a running product sees a new version by itself. */
export async function withIndex<T>(
  settings: Settings,
  work: (index: SearchIndex) => Promise<T>,
): Promise<T> {
  const address = settings.BRIDGE_SEARCH ?? `file:${join(settings.BRIDGE_DATA, 'search')}`;
  const key = settings.BRIDGE_MEILI_KEY;
  const index = openSearch({ address, clock: systemClock, ...(key === undefined ? {} : { key }) });
  try {
    return await work(index);
  } finally {
    await index.close();
  }
}
