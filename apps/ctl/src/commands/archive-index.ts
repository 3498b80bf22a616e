import { busModule, type Bus } from '@bridge/bus';
import { makeLogger, randomIds, run, systemClock, type Settings } from '@bridge/kernel';
import { openSearch, SearchFault } from '@bridge/search';
import { localOperator, remoteOperator, type Operator } from '@bridge/surf';
import { join } from 'node:path';
import type { Said } from '../command.ts';

/** Does the work on the archive; what its engine cannot do is told in the engine's own sentence. */
export async function withArchive(
  settings: Settings,
  work: (operator: Operator) => Promise<Said>,
): Promise<Said> {
  try {
    return await withOperator(settings, work);
  } catch (error) {
    if (!(error instanceof SearchFault)) throw error;
    const { reason, sentence } = error;
    return { json: { ok: false, code: reason, sentence }, text: sentence, ok: false };
  }
}

/**
 * Opens the archive for the work: over the bus when BRIDGE_BUS names a broker and no engine is named, so that an operator
 * needs the broker's user `ctl` and nothing else; on the index itself otherwise. A running product sees a new version
 * by itself. Errors: SearchFault, StartError.
 */
export function withOperator<T>(
  settings: Settings,
  work: (operator: Operator) => Promise<T>,
): Promise<T> {
  return isRemote(settings) ? overTheBus(settings, work) : onTheIndex(settings, work);
}

function isRemote({ BRIDGE_BUS: bus, BRIDGE_SEARCH: search }: Settings): boolean {
  return search === undefined && bus !== undefined && bus !== 'memory:';
}

async function onTheIndex<T>(
  settings: Settings,
  work: (operator: Operator) => Promise<T>,
): Promise<T> {
  const address = settings.BRIDGE_SEARCH ?? `file:${join(settings.BRIDGE_DATA, 'search')}`;
  const key = settings.BRIDGE_MEILI_KEY;
  const index = openSearch({ address, clock: systemClock, ...(key === undefined ? {} : { key }) });
  try {
    return await work(localOperator(index, systemClock));
  } finally {
    await index.close();
  }
}

async function overTheBus<T>(
  settings: Settings,
  work: (operator: Operator) => Promise<T>,
): Promise<T> {
  const log = makeLogger(settings.BRIDGE_LOG ?? 'error', { app: 'ctl', pid: process.pid });
  const busOfTool = busModule({ service: 'ctl', wiring: 'service' });
  const base = { settings, log, clock: systemClock, ids: randomIds };
  const running = await run([busOfTool], base);
  try {
    const bus: Bus = running.get(busOfTool);
    return await work(remoteOperator({ request: bus.request, clock: systemClock, ids: randomIds }));
  } finally {
    await running.stop();
  }
}
