import { randomBytes } from 'node:crypto';
import { processEnv } from '@bridge/kernel';
import { Missing } from './requirement.ts';
import { openMeilisearch } from './servers/meilisearch.ts';
import { openNats } from './servers/nats.ts';
import { openPostgres } from './servers/postgres.ts';
import { openS3 } from './servers/s3.ts';
import type { ServerKind, ServerOptions, ServerTypes } from './servers/test-server.ts';

type Opener<K extends ServerKind> = (
  address: string | null,
  namespace: string,
  options: ServerOptions,
) => Promise<ServerTypes[K] | null>;

interface Source<K extends ServerKind> {
  readonly address: string;
  readonly program: string;
  readonly open: Opener<K>;
}

const SOURCES: { readonly [K in ServerKind]: Source<K> } = {
  nats: { address: 'BRIDGE_TEST_NATS', program: 'nats-server', open: openNats },
  s3: { address: 'BRIDGE_TEST_S3', program: 'versitygw', open: openS3 },
  meilisearch: { address: 'BRIDGE_TEST_MEILI', program: 'meilisearch', open: openMeilisearch },
  postgres: {
    address: 'BRIDGE_TEST_POSTGRES',
    program: 'the embedded Postgres',
    open: openPostgres,
  },
};

/** A name that every kind of server takes: bucket, index, database, subject. */
function namespace(): string {
  return `bridgetest${randomBytes(6).toString('hex')}`;
}

/**
 * A real server for a test, from the first source there is: an address in `BRIDGE_TEST_*` (then in a
 * namespace of this run's own), a program on PATH or in `.cache/servers` (then on a free loopback port,
 * for as long as the test wants), a container. Throws Missing with the reason when there is none; see
 * `need` and `describeWith`.
 */
export async function server<K extends ServerKind>(
  kind: K,
  options: ServerOptions = {},
): Promise<ServerTypes[K]> {
  const source: Source<K> = SOURCES[kind];
  const given = processEnv()[source.address];
  const address = given === undefined || given === '' || options.own === true ? null : given;
  const found = await source.open(address, namespace(), options);
  if (found !== null) return found;
  throw new Missing(
    kind,
    `no ${kind}: neither ${source.address}, nor ${source.program} (scripts/servers.sh), nor a Docker engine`,
  );
}
