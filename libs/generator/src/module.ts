import { serviceModule, type MessageBus } from '@bridge/bus';
import { ProgramStartError, type ProcessSettings } from '@bridge/kernel';
import { makeOutbound } from '@bridge/outbound';
import { readFile } from 'node:fs/promises';
import { generatorHandlers } from './handlers.ts';
import { openProvider, type LanguageModelProvider } from './provider.ts';

async function keyOf(settings: ProcessSettings): Promise<string | undefined> {
  const file = settings.BRIDGE_GENERATE_KEY_FILE;
  if (file === undefined) return settings.BRIDGE_GENERATE_KEY;
  if (settings.BRIDGE_GENERATE_KEY !== undefined)
    throw new ProgramStartError('Set BRIDGE_GENERATE_KEY or BRIDGE_GENERATE_KEY_FILE, not both.');
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw new ProgramStartError(`The file ${file} of BRIDGE_GENERATE_KEY_FILE cannot be read.`, {
      cause: error,
    });
  }
}

async function providerOf(settings: ProcessSettings): Promise<LanguageModelProvider | null> {
  const { BRIDGE_GENERATE_URL: url, BRIDGE_GENERATE_MODEL: model } = settings;
  if (url === undefined) return null;
  if (model === undefined)
    throw new ProgramStartError(
      'BRIDGE_GENERATE_URL is set: name the model in BRIDGE_GENERATE_MODEL.',
    );
  const outbound = makeOutbound({
    reach: settings.BRIDGE_OUTBOUND,
    proxy: settings.BRIDGE_OUTBOUND_PROXY,
    // The operator configured this address, so every port is allowed.
    ports: null,
  });
  return openProvider(outbound, { url, model, key: await keyOf(settings) });
}

/**
 * The module `generator`: it requests drafts of websites from a paid provider of a language model, and the builder service
 * stores them. It has no database schema.
 */
export const generatorModule = serviceModule<'generator', { readonly bus: MessageBus }>(
  'generator',
  ['bus'],
  async ({ bus, clock, settings, log, stopping }) => {
    const running = new Set<Promise<unknown>>();
    const provider = await providerOf(settings);
    const deps = { request: bus.request, clock, log, provider, running, stopping };
    return {
      handlers: generatorHandlers(deps),
      // Waits for the running generations, which the abort of `stopping` has cancelled. Each releases its credits that were
      // set aside.
      close: async () => void (await Promise.allSettled(running)),
    };
  },
);
