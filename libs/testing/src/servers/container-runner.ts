import { existsSync } from 'node:fs';
import { processEnv } from '@bridge/kernel';
import type { GenericContainer, WaitStrategy } from 'testcontainers';
import { freePort } from '../program.ts';
import type { Runner } from './test-server.ts';

const DOCKER_SOCKET = '/var/run/docker.sock';

/** True when a Docker engine may exist. Checked first, because loading testcontainers takes half a second. */
export function mayHaveDocker(): boolean {
  return processEnv()['DOCKER_HOST'] !== undefined || existsSync(DOCKER_SOCKET);
}

/** A container for a machine without the program. docker-compose.yml uses the same images and versions. */
export interface ContainerSpec {
  readonly image: string;
  readonly port: number;
  readonly command?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Folders mounted as tmpfs. */
  readonly folders?: readonly string[];
  /** Matches the log when the container is ready; by default it is ready when its port listens. */
  readonly readyLog?: RegExp;
}

/** A container on a free loopback port; null when no Docker engine answers. */
export async function runContainer(
  spec: ContainerSpec,
): Promise<{ readonly runner: Runner; readonly port: number } | null> {
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
    // The host port is fixed, so that it stays the same when the container restarts.
    .withExposedPorts({ container: spec.port, host: hostPort })
    .withEnvironment({ ...spec.env })
    .withTmpFs(Object.fromEntries((spec.folders ?? []).map((folder) => [folder, 'rw'])))
    .withWaitStrategy(wait);
  return spec.command === undefined ? described : described.withCommand([...spec.command]);
}
