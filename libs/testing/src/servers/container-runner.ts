import { existsSync } from 'node:fs';
import { processEnv } from '@bridge/kernel';
import type { GenericContainer, WaitStrategy } from 'testcontainers';
import { freePort } from '../program.ts';
import type { Runner } from './test-server.ts';

const DOCKER_SOCKET = '/var/run/docker.sock';

/** Whether a Docker engine could be there; asked first, because loading testcontainers takes half a second. */
export function mayHaveDocker(): boolean {
  return processEnv()['DOCKER_HOST'] !== undefined || existsSync(DOCKER_SOCKET);
}

/** What to run where no program is installed. Images and versions: docker-compose.yml has the same. */
export interface ContainerSpec {
  readonly image: string;
  readonly port: number;
  readonly command?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Folders in memory. */
  readonly folders?: readonly string[];
  /** What its log says when it is ready; by default its port is listened on. */
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
  const container = await describe(new GenericContainer(spec.image), spec, port, wait).start();
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

function describe(
  container: GenericContainer,
  spec: ContainerSpec,
  hostPort: number,
  wait: WaitStrategy,
): GenericContainer {
  const described = container
    // A fixed port of the host, so that it is the same after a restart.
    .withExposedPorts({ container: spec.port, host: hostPort })
    .withEnvironment({ ...spec.env })
    .withTmpFs(Object.fromEntries((spec.folders ?? []).map((folder) => [folder, 'rw'])))
    .withWaitStrategy(wait);
  return spec.command === undefined ? described : described.withCommand([...spec.command]);
}
