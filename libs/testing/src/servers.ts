import { randomBytes } from 'node:crypto';
import { processEnv } from '@bridge/kernel';
import { MissingTestResourceError } from './requirement.ts';
import { openMeilisearch } from './servers/meilisearch.ts';
import { openNats } from './servers/nats.ts';
import { openPostgres } from './servers/postgres.ts';
import { openS3 } from './servers/s3.ts';
import type { TestServerKind, TestServerOptions, TestServerByKind } from './servers/test-server.ts';

/** Function that opens a server of one kind; it returns null when there is no address, no program and no container. */
type TestServerOpener<K extends TestServerKind> = (
  address: string | null,
  namespace: string,
  options: TestServerOptions,
) => Promise<TestServerByKind[K] | null>;

/**
 * How tests get a server of one kind: the environment variable that may contain its address, the name of its program, and the
 * function that opens it.
 */
interface TestServerProvider<K extends TestServerKind> {
  readonly address: string;
  readonly program: string;
  readonly open: TestServerOpener<K>;
}

const SOURCES: { readonly [K in TestServerKind]: TestServerProvider<K> } = {
  nats: { address: 'BRIDGE_TEST_NATS', program: 'nats-server', open: openNats },
  s3: { address: 'BRIDGE_TEST_S3', program: 'versitygw', open: openS3 },
  meilisearch: { address: 'BRIDGE_TEST_MEILI', program: 'meilisearch', open: openMeilisearch },
  postgres: {
    address: 'BRIDGE_TEST_POSTGRES',
    program: 'the embedded Postgres',
    open: openPostgres,
  },
};

/** Returns a random name that is valid as bucket, index, database and subject. */
function namespace(): string {
  return `bridgetest${randomBytes(6).toString('hex')}`;
}

/**
 * Opens a real server for a test: the one at an address in `BRIDGE_TEST_*`, else a program on this machine, else a container.
 * Throws MissingTestResourceError when there is none of them; see `need` and `describeWith`.
 */
export async function server<K extends TestServerKind>(
  kind: K,
  options: TestServerOptions = {},
): Promise<TestServerByKind[K]> {
  const source: TestServerProvider<K> = SOURCES[kind];
  const given = processEnv()[source.address];
  const address = given === undefined || given === '' || options.own === true ? null : given;
  const found = await source.open(address, namespace(), options);
  if (found !== null) return found;
  throw new MissingTestResourceError(
    kind,
    `no ${kind}: neither ${source.address}, nor ${source.program} (scripts/servers.sh), nor a Docker engine`,
  );
}
