import { existsSync } from 'node:fs';
import { processEnv } from '@bridge/kernel';
import type { GenericContainer, WaitStrategy } from 'testcontainers';
import { freePort } from '../program.ts';
import type { TestServerRunner } from './test-server.ts';

const DOCKER_SOCKET = '/var/run/docker.sock';

/** True when Docker may be available. This is checked before testcontainers is loaded, which takes half a second. */
export function mayHaveDocker(): boolean {
  return processEnv()['DOCKER_HOST'] !== undefined || existsSync(DOCKER_SOCKET);
}

/** Image, port and options of a container in which a test server runs. */
export interface ContainerSpec {
  readonly image: string;
  readonly port: number;
  readonly command?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Folders of the container that are mounted as tmpfs. */
  readonly folders?: readonly string[];
  /**
   * Matches the log line after which the container is ready. Without it, the container is ready when its port accepts
   * connections.
   */
  readonly readyLog?: RegExp;
}

/** Starts a container on a free loopback port; null when Docker does not answer. */
export async function runContainer(
  spec: ContainerSpec,
): Promise<{ readonly runner: TestServerRunner; readonly port: number } | null> {
  if (!mayHaveDocker()) return null;
  const { GenericContainer, Wait, getContainerRuntimeClient } = await import('testcontainers');
  const client = await getContainerRuntimeClient().catch(() => null);
  if (client === null) return null;
  const port = await freePort();
  const wait =
    spec.readyLog === undefined ? Wait.forListeningPorts() : Wait.forLogMessage(spec.readyLog);
  const container = await configureContainer(
    new GenericContainer(spec.image),
    spec,
    port,
    wait,
  ).start();
  const engine = client.container.getById(container.getId());
  return {
    port,
    runner: {
      stop: async () => void (await container.stop()),
      kill: async () => void (await engine.kill()),
      pause: async () => void (await engine.pause()),
      resume: async () => void (await engine.unpause()),
      restart: () => container.restart(),
    },
  };
}

function configureContainer(
  container: GenericContainer,
  spec: ContainerSpec,
  hostPort: number,
  wait: WaitStrategy,
): GenericContainer {
  const described = container
    // The host port is chosen here, so that it stays the same when the container restarts.
    .withExposedPorts({ container: spec.port, host: hostPort })
    .withEnvironment({ ...spec.env })
    .withTmpFs(Object.fromEntries((spec.folders ?? []).map((folder) => [folder, 'rw'])))
    .withWaitStrategy(wait);
  return spec.command === undefined ? described : described.withCommand([...spec.command]);
}
