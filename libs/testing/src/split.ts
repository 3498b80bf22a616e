import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBalancer } from './balancer.ts';
import { respondsToHttp, runCommand, startApp } from './product.ts';
import { freePort, type StartedProgram } from './program.ts';
import { server } from './servers.ts';
import { makeIdentities } from './split-identities.ts';
import { REPLICAS, type SplitServiceName } from './split-services.ts';
import { ROOT } from './shared-folder.ts';
import type { TestServerByKind } from './servers/test-server.ts';

/** NATS configuration of the deployed product. With it the broker disconnects a service that is suspended. */
const BROKER = join(ROOT, 'deploy', 'nats', 'broker.conf');

/** One process of a service, in a product whose services run in separate processes. */
export interface SplitServiceProcess {
  readonly service: SplitServiceName;
  readonly internalUrl: string;
  readonly program: StartedProgram;
  /** Returns the end of the output, including the output before a restart. */
  output(): string;
  /** Starts a killed process again on the same addresses. */
  restart(): Promise<void>;
}

/** The product with each service in its own process, over real NATS, S3 and Postgres servers. */
export interface SplitProduct {
  readonly baseUrl: string;
  readonly contentUrl: string;
  /** Ports of the gateway processes behind the load balancer of `baseUrl`. */
  readonly gatewayPorts: readonly number[];
  /** Environment variables for further processes of this product, such as `ctl`. */
  readonly env: Readonly<Record<string, string>>;
  readonly servers: {
    readonly nats: TestServerByKind['nats'];
    readonly s3: TestServerByKind['s3'];
    readonly postgres: TestServerByKind['postgres'];
  };
  readonly replicas: readonly SplitServiceProcess[];
  stop(): Promise<void>;
}

/** Settings, ports, replicas and faults with which the product starts when each service runs in its own processes. */
export interface SplitProductOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly ports?: { readonly app: number; readonly content: number };
  readonly replicas?: Partial<Record<SplitServiceName, number>>;
  /** Folder for the objects of the S3 store, on which a test may mount a small disk. */
  readonly storeFolder?: string;
  /**
   * Returns settings for one process, which replace the settings that all processes have in common, such as the URL of a fault
   * proxy. `n` is the number of the process in its service, from 1.
   */
  readonly link?: (
    service: SplitServiceName,
    n: number,
    env: Readonly<Record<string, string>>,
  ) => Promise<Readonly<Record<string, string>>>;
  /** Called with the name of each server and service when it starts. */
  readonly onStep?: (step: string) => void;
}

async function startReplica(
  service: SplitServiceName,
  env: Readonly<Record<string, string>>,
): Promise<SplitServiceProcess> {
  const internalPort = await freePort();
  const internalUrl = `http://127.0.0.1:${internalPort}`;
  const own = { ...env, BRIDGE_INTERNAL_LISTEN: `127.0.0.1:${internalPort}` };
  const ready = async (): Promise<boolean> =>
    (await respondsToHttp(internalUrl)) && (await fetch(`${internalUrl}/readyz`)).ok;
  let program = await startApp(service, own, ready);
  let before = '';
  return {
    service,
    internalUrl,
    get program() {
      return program;
    },
    output: () => before + program.output(),
    restart: async () => {
      await program.kill();
      before += program.output();
      program = await startApp(service, own, ready);
    },
  };
}

/** Starts servers, migrates the database, starts all services and a load balancer in front of the gateways. */
export async function startSplit(options: SplitProductOptions = {}): Promise<SplitProduct> {
  const step = options.onStep ?? (() => undefined);
  const closers: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    return await open(options, step, closers, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function open(
  options: SplitProductOptions,
  step: (text: string) => void,
  closers: (() => Promise<void>)[],
  stop: () => Promise<void>,
): Promise<SplitProduct> {
  step('nats-server, S3 store, Postgres');
  const servers = {
    nats: await server('nats', { own: true, args: ['-c', BROKER] }),
    s3: await server('s3', {
      own: true,
      ...(options.storeFolder === undefined ? {} : { folder: options.storeFolder }),
    }),
    postgres: await server('postgres', { own: true }),
  };
  closers.push(
    async () => void (await Promise.all(Object.values(servers).map((one) => one.stop()))),
  );
  const data = mkdtempSync(join(tmpdir(), 'bridge-split-'));
  closers.push(async () => rmSync(data, { recursive: true, force: true }));
  const ports = options.ports ?? { app: await freePort(), content: await freePort() };
  const baseUrl = `http://localhost:${ports.app}`;
  const contentUrl = `http://localhost:${ports.content}`;
  const settingsFor = await makeIdentities(servers);
  const common: Readonly<Record<string, string>> = {
    BRIDGE_BASE_URL: baseUrl,
    BRIDGE_CONTENT_URL: contentUrl,
    BRIDGE_DATA: data,
    ...servers.nats.settings,
    BRIDGE_SEARCH: `file:${join(data, 'search')}`,
    BRIDGE_AUTH_SECRET: randomBytes(32).toString('hex'),
    BRIDGE_PREVIEW_SECRET: randomBytes(32).toString('hex'),
    BRIDGE_WEBHOOK_SECRET: randomBytes(32).toString('hex'),
    ...options.env,
  };
  const env = settingsFor('ctl', common);
  step('migrations');
  await runCommand(['migrate'], settingsFor('migrate', common));
  const replicas: SplitServiceProcess[] = [];
  const gatewayPorts: number[] = [];
  for (const service of Object.keys(REPLICAS) as SplitServiceName[]) {
    const count = options.replicas?.[service] ?? REPLICAS[service];
    for (let n = 1; n <= count; n += 1) {
      step(count > 1 ? `${service} ${n} of ${count}` : service);
      const port = await freePort();
      if (service === 'gateway') gatewayPorts.push(port);
      const own = settingsFor(service, common);
      const replica = await startReplica(service, {
        ...own,
        ...(service === 'gateway' ? { BRIDGE_LISTEN: `127.0.0.1:${port}` } : {}),
        ...(await options.link?.(service, n, own)),
      });
      replicas.push(replica);
      closers.push(() => replica.program.stop());
    }
  }
  const balancer = await startBalancer(ports.app, gatewayPorts);
  closers.push(() => balancer.close());
  return { baseUrl, contentUrl, gatewayPorts, env, servers, replicas, stop };
}
