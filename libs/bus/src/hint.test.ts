import { hintLive } from '@bridge/contracts';
import { silentLogger } from '@bridge/kernel';
import { expect, test } from 'vitest';
import { MemoryBus } from './drivers/memory.ts';
import { onHint, sendHint } from './hint.ts';

test('a hint reaches every listener', async () => {
  const bus = new MemoryBus();
  const heard: unknown[] = [];
  onHint(bus, hintLive, silentLogger, (hint) => heard.push(hint));
  onHint(bus, hintLive, silentLogger, (hint) => heard.push(hint));
  sendHint(bus, hintLive, { page_id: 42, v: 7 });
  await bus.flush();
  expect(heard).toEqual([
    { page_id: 42, v: 7 },
    { page_id: 42, v: 7 },
  ]);
});

test('an invalid hint is ignored, and a listener that throws does not affect others', async () => {
  const bus = new MemoryBus();
  const heard: unknown[] = [];
  onHint(bus, hintLive, silentLogger, () => {
    throw new Error('broken listener');
  });
  onHint(bus, hintLive, silentLogger, (hint) => heard.push(hint));
  for (const text of ['', 'null', '{"page_id":0,"v":1}', '{"page_id":1}'])
    bus.publish(hintLive.subject, Buffer.from(text));
  bus.publish(hintLive.subject, Buffer.from('{"page_id":1,"v":2,"new":true}'));
  await bus.flush();
  expect(heard).toEqual([{ page_id: 1, v: 2 }]);
});

test('a hint without listeners, or after the close, has no effect', async () => {
  const bus = new MemoryBus();
  sendHint(bus, hintLive, { page_id: 42, v: 7 });
  await bus.close();
  sendHint(bus, hintLive, { page_id: 42, v: 8 });
  expect(bus.connected()).toBe(false);
});
