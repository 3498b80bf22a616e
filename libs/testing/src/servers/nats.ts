import { connect } from 'node:net';
import { findProgram, freePort, startProgram } from '../program.ts';
import { runContainer } from './container-runner.ts';
import { runProgram } from './program-runner.ts';
import {
  foreign,
  type TestServerRunner,
  type TestServerOptions,
  type TestServer,
} from './test-server.ts';

const NATS_IMAGE = 'nats:2.15.2-alpine';
const NATS_PORT = 4222;

/** Opens a NATS server for a test. Returns null when there is neither an address nor a program nor Docker. */
export async function openNats(
  address: string | null,
  namespace: string,
  { args = [] }: TestServerOptions,
): Promise<TestServer | null> {
  if (address !== null) return natsServerOf(address, namespace, foreign('BRIDGE_TEST_NATS'));
  const program = findProgram('nats-server');
  if (program !== null) {
    const port = await freePort();
    const start = () =>
      startProgram(program, ['-a', '127.0.0.1', '-p', String(port), ...args], () => greets(port));
    return natsServerOf(`nats://127.0.0.1:${port}`, namespace, await runProgram(start));
  }
  const container = await runContainer({
    image: NATS_IMAGE,
    port: NATS_PORT,
    command: [...args],
    readyLog: /Server is ready/,
  });
  if (container === null) return null;
  return natsServerOf(`nats://127.0.0.1:${container.port}`, namespace, container.runner);
}

function natsServerOf(url: string, namespace: string, runner: TestServerRunner): TestServer {
  return { url, namespace, settings: { BRIDGE_BUS: url }, ...runner };
}

/** True when the NATS server sends its INFO line. */
async function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.setTimeout(500, () => socket.destroy());
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    socket.once('data', (data) => {
      resolve(data.toString('latin1').startsWith('INFO '));
      socket.destroy();
    });
  });
}
