import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/**
 * Program that answers calls, 16 at a time, and prints by how many bytes per call the heap grew although minor garbage
 * collections ran.
 */
const PROGRAM = `
  import { serve } from '${new URL('./serve.ts', import.meta.url).href}';
  import { callablesOf, ENVELOPE_VERSION, HEADER } from '@bridge/contracts';
  import { randomIds, silentLogger, systemClock } from '@bridge/kernel';

  const AT_ONCE = 16;
  const received = new Map();
  const driver = {
    subscribe: (subject, queue, onMessage) => {
      received.set(subject, onMessage);
      return { drain: async () => undefined };
    },
    flush: async () => undefined,
  };
  const list = callablesOf('worlds').find(({ verb }) => verb === 'list');
  const handlers = Object.fromEntries(callablesOf('worlds').map(({ verb }) => [verb, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return { worlds: [] };
  }]));
  serve(driver, 'worlds', handlers, { clock: systemClock, log: silentLogger });

  const ctx = { account_id: randomIds.make('acc'), key_id: randomIds.make('key'), scopes: [], worlds: null, surface: 'act' };
  const data = Buffer.from(JSON.stringify({ ctx, input: {} }));
  const headers = { [HEADER.version]: ENVELOPE_VERSION, [HEADER.deadline]: String(Date.now() + 600_000), [HEADER.request]: 'req_1' };
  let done = 0;
  const call = () => new Promise((resolve, reject) => {
    const respond = (reply) => {
      if (!Buffer.from(reply).includes('"ok":true')) reject(new Error(String(reply)));
      done += 1;
      resolve();
    };
    received.get(list.subject)({ subject: list.subject, data: Buffer.from(data), headers: { ...headers }, respond });
  });
  const callUntil = (count) => Promise.all(Array.from({ length: AT_ONCE }, async () => { while (done < count) await call(); }));

  const WARM = 20_000, COUNTED = 40_000;
  await callUntil(WARM);
  gc();
  // The full collection moved the objects of the warm-up, with everything that they reference, to the old generation.
  const before = process.memoryUsage().heapUsed;
  await callUntil(WARM + COUNTED);
  gc({ type: 'minor' });
  console.log((process.memoryUsage().heapUsed - before) / COUNTED);
`;

test('an answered call leaves no memory that only a major garbage collection would free', async () => {
  // Minor collections run as usual. The large initial old generation prevents a full collection.
  const collections = ['--expose-gc', '--max-semi-space-size=8', '--initial-old-space-size=512'];
  const program = [...collections, '--input-type=module', '--eval', PROGRAM];
  const cwd = new URL('.', import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, program, { cwd });
  // Two earlier leaks that only a major garbage collection would free grew the heap by 480 and by 890 bytes per call.
  expect(Number(stdout)).toBeLessThan(300);
}, 60_000);
