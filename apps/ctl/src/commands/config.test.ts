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
