import { prepareEngine } from '@bridge/search';
import { CommandUsageError, type CtlCommand } from '../command.ts';

const MEILI = 'meili+';

/** `ctl archive prepare`: creates two API keys in Meilisearch, one for searches and one for imports. */
export const archivePrepare: CtlCommand = {
  name: 'archive prepare',
  about:
    'Makes the two keys of a Meilisearch engine, one that searches and one that imports; needs its master key.',
  run: async ({ settings }) => {
    const { BRIDGE_SEARCH: address, BRIDGE_MEILI_KEY: masterKey } = settings;
    if (address?.startsWith(MEILI) !== true || masterKey === undefined)
      throw new CommandUsageError(
        'archive prepare needs BRIDGE_SEARCH as meili+https://host, and the master key in BRIDGE_MEILI_KEY.',
      );
    await prepareEngine(address.slice(MEILI.length), masterKey);
    return { json: { ok: true }, text: 'The keys for searching and for importing are in place.' };
  },
};
