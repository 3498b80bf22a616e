import { runCommand } from '@bridge/testing';
import { expect, test } from 'vitest';

test('ctl config print masks each password of a list of addresses', async () => {
  const { stdout } = await runCommand(['config', 'print', '--diff', '--json'], {
    BRIDGE_BUS: 'nats://one:secret-one@a:4222,nats://two:secret-two@b:4222',
    BRIDGE_DB: 'postgres://three:secret-three@c,d/bridge',
  });
  expect(JSON.parse(stdout)).toMatchObject({
    BRIDGE_BUS: 'nats://one:•••@a:4222,nats://two:•••@b:4222',
    BRIDGE_DB: 'postgres://three:•••@c,d/bridge',
  });
});

test.each([
  ['postgres://three:one@two@c/bridge', 'postgres://three:•••@c/bridge'],
  [
    'postgres://c/bridge?password=secret&sslmode=require',
    'postgres://c/bridge?password=•••&sslmode=require',
  ],
])('ctl config print masks the whole password of %s', async (address, shown) => {
  const { stdout } = await runCommand(['config', 'print', '--json'], { BRIDGE_DB: address });
  expect(JSON.parse(stdout)).toMatchObject({ BRIDGE_DB: shown });
});
