import { connect as natsConnect, ErrorCode, type NatsError } from 'nats';
import { Client } from 'minio';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { describeWith } from './describe-with.ts';
import { MissingTestResourceError, need } from './requirement.ts';
import { server } from './servers.ts';
import type { S3Server, TestServer } from './servers/test-server.ts';
import { until } from './until.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const stop = (running: TestServer) => running.stop();

/** True when the NATS server answers within 500 ms. */
async function natsAnswers({ url }: TestServer): Promise<boolean> {
  try {
    const connection = await natsConnect({ servers: url, timeout: 500, reconnect: false });
    await connection.flush();
    await connection.close();
    return true;
  } catch {
    return false;
  }
}

async function postgresAnswers({ url }: TestServer): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 500 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function s3Client({ url, accessKey, secretKey }: S3Server): Client {
  const { hostname, port } = new URL(url);
  const endPoint = hostname;
  return new Client({ endPoint, port: Number(port), useSSL: false, accessKey, secretKey });
}

async function s3Answers(store: S3Server): Promise<boolean> {
  return Promise.race([
    s3Client(store)
      .bucketExists(store.bucket)
      .then(
        () => true,
        () => false,
      ),
    new Promise<boolean>((resolve) =>
      AbortSignal.timeout(500).addEventListener('abort', () => resolve(false)),
    ),
  ]);
}

describeWith(
  'a real NATS server',
  () => server('nats', { own: true }),
  stop,
  (nats) => {
    test('is gone after a kill, silent while paused, and back at the same address', async () => {
      const running = nats();
      expect(await natsAnswers(running)).toBe(true);
      await running.pause();
      expect(await natsAnswers(running)).toBe(false);
      await running.resume();
      await until('an answer after the pause', () => natsAnswers(running));
      await running.kill();
      expect(await natsAnswers(running)).toBe(false);
      await running.restart();
      expect(await natsAnswers(running)).toBe(true);
    });

    test('tells at once that nobody listens', async () => {
      const connection = await natsConnect({ servers: nats().url });
      const failure = await connection.request('nobody.home').catch((error: NatsError) => error);
      expect(failure).toMatchObject({ code: ErrorCode.NoResponders });
      await connection.close();
    });

    test('that an address names is used, and not ours to kill', async () => {
      vi.stubEnv('BRIDGE_TEST_NATS', nats().url);
      const named = await server('nats');
      expect(named.url).toBe(nats().url);
      expect(named.settings).toEqual({ BRIDGE_BUS: nats().url });
      await expect(named.kill()).rejects.toThrow('BRIDGE_TEST_NATS');
      await named.stop();
      expect(await natsAnswers(nats())).toBe(true);
    });
  },
);

describeWith(
  'a real S3 store',
  () => server('s3', { own: true }),
  stop,
  (s3) => {
    test('keeps its objects over a kill, and is silent while paused', async () => {
      const store = s3();
      const client = s3Client(store);
      await client.makeBucket(store.bucket);
      await client.putObject(store.bucket, 'kept', 'bytes');
      await store.pause();
      expect(await s3Answers(store)).toBe(false);
      await store.resume();
      await until('an answer after the pause', () => s3Answers(store));
      await store.kill();
      expect(await s3Answers(store)).toBe(false);
      await store.restart();
      expect((await client.statObject(store.bucket, 'kept')).size).toBe(5);
    });

    test('that an address names loses the run’s bucket at its end, and no other', async () => {
      const { url, accessKey, secretKey, bucket } = s3();
      vi.stubEnv('BRIDGE_TEST_S3', url.replace('://', `://${accessKey}:${secretKey}@`));
      const named = await server('s3');
      expect(named).toMatchObject({ url, accessKey, secretKey });
      expect(named.bucket).not.toBe(bucket);
      const client = s3Client(named);
      await client.makeBucket(named.bucket);
      await client.putObject(named.bucket, 'a/b', 'bytes');
      await named.stop();
      expect(await client.bucketExists(named.bucket)).toBe(false);
      expect(await client.bucketExists(bucket)).toBe(true);
    });
  },
);

describeWith(
  'an S3 store that is strict about signing',
  () => server('s3', { own: true, strictSigning: true }),
  stop,
  (s3) => {
    test('takes signed requests and refuses a content-type that was not signed', async () => {
      const store = s3();
      const client = s3Client(store);
      await client.makeBucket(store.bucket);
      await client.putObject(store.bucket, 'plain', 'bytes');
      expect((await client.statObject(store.bucket, 'plain')).size).toBe(5);
      // The client library (minio) sends this content-type header without signing it.
      const typed = client.putObject(store.bucket, 'typed', 'bytes', 5, {
        'content-type': 'text/html',
      });
      await expect(typed).rejects.toMatchObject({ code: 'AccessDenied' });
    });
  },
);

describeWith(
  'a real Postgres',
  () => server('postgres', { own: true }),
  stop,
  (postgres) => {
    test('keeps what was committed over a kill, and is silent while paused', async () => {
      const running = postgres();
      const client = new pg.Client({ connectionString: running.url });
      await client.connect();
      await client.query('create table kept as select 1 as n');
      await client.end();
      await running.pause();
      expect(await postgresAnswers(running)).toBe(false);
      await running.resume();
      await until('an answer after the pause', () => postgresAnswers(running));
      await running.kill();
      expect(await postgresAnswers(running)).toBe(false);
      await running.restart();
      const again = new pg.Client({ connectionString: running.url });
      await again.connect();
      expect((await again.query('select n from kept')).rows).toEqual([{ n: 1 }]);
      await again.end();
    });

    test('that an address names is used in a database of the run’s own', async () => {
      vi.stubEnv('BRIDGE_TEST_POSTGRES', postgres().url);
      const named = await server('postgres');
      expect(new URL(named.url).pathname).toMatch(/^\/bridgetest[0-9a-f]{12}$/);
      expect(await postgresAnswers(named)).toBe(true);
      await named.stop();
      expect(await postgresAnswers(named)).toBe(false);
    });
  },
);

describeWith(
  'a real Meilisearch',
  () => server('meilisearch'),
  stop,
  (meilisearch) => {
    test('answers', async () => {
      const response = await fetch(`${meilisearch().url}/health`);
      expect(response.status).toBe(200);
    });
  },
);

describe('a server that is nowhere', () => {
  const context = () => {
    const notes: (string | undefined)[] = [];
    const skip = (note?: string): never => {
      notes.push(note);
      throw new Error('skipped');
    };
    return { notes, skip };
  };
  const missing = () => Promise.reject(new MissingTestResourceError('nats', 'no nats here'));

  test('skips the test with the reason', async () => {
    vi.stubEnv('BRIDGE_REQUIRE', 's3,postgres');
    const skippable = context();
    await expect(need(skippable, missing())).rejects.toThrow('skipped');
    expect(skippable.notes).toEqual(['no nats here']);
  });

  test('fails the test when BRIDGE_REQUIRE names it', async () => {
    vi.stubEnv('BRIDGE_REQUIRE', 's3, nats');
    const skippable = context();
    await expect(need(skippable, missing())).rejects.toThrow(MissingTestResourceError);
    expect(skippable.notes).toEqual([]);
  });
});
