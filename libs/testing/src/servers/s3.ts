import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'minio';
import { findProgram, freePort, startProgram } from '../program.ts';
import { strictSigningProxy } from '../strict-signing.ts';
import { runContainer } from './container-runner.ts';
import { runProgram } from './program-runner.ts';
import {
  foreign,
  type TestServerRunner,
  type S3Server,
  type TestServerOptions,
} from './test-server.ts';

const VERSITYGW_IMAGE = 'versity/versitygw:v1.8.0';
const VERSITYGW_PORT = 7070;

/** Endpoint and credentials of a running S3 store, with the runner that controls it. */
interface S3Endpoint {
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly runner: TestServerRunner;
}

/**
 * Opens an S3 store; `address` is `http://KEY:SECRET@host:port`. Returns null when there is neither an address nor a program
 * nor Docker.
 */
export async function openS3(
  address: string | null,
  namespace: string,
  options: TestServerOptions,
): Promise<S3Server | null> {
  const store =
    address === null ? await ownStore(options.folder) : await namedStore(address, namespace);
  if (store === null) return null;
  if (options.strictSigning !== true) return s3ServerOf(store, namespace);
  const proxy = await strictSigningProxy(store.endpoint);
  const stop = async () => {
    await proxy.stop();
    await store.runner.stop();
  };
  return s3ServerOf(
    { ...store, endpoint: proxy.url, runner: { ...store.runner, stop } },
    namespace,
  );
}

function s3ServerOf(
  { endpoint, accessKey, secretKey, runner }: S3Endpoint,
  bucket: string,
): S3Server {
  return {
    url: endpoint,
    namespace: bucket,
    bucket,
    accessKey,
    secretKey,
    settings: {
      BRIDGE_BLOBS: `s3+${endpoint}/${bucket}`,
      BRIDGE_S3_KEY: accessKey,
      BRIDGE_S3_SECRET: secretKey,
    },
    ...runner,
  };
}

async function ownStore(given?: string): Promise<S3Endpoint | null> {
  const accessKey = 'test';
  const secretKey = randomBytes(16).toString('hex');
  const keys = { ROOT_ACCESS_KEY: accessKey, ROOT_SECRET_KEY: secretKey };
  const program = findProgram('versitygw');
  if (program !== null) {
    const port = await freePort();
    const folder = given ?? mkdtempSync(join(tmpdir(), 'bridge-s3-'));
    const [objects, users] = [join(folder, 'store'), join(folder, 'users')];
    for (const one of [objects, users]) mkdirSync(one, { recursive: true });
    const endpoint = `http://127.0.0.1:${port}`;
    const start = () =>
      startProgram(
        program,
        ['--quiet', '--port', `127.0.0.1:${port}`, '--iam-dir', users, 'posix', objects],
        () => storeResponds(endpoint),
        { env: keys },
      );
    const tidy = () => {
      if (given === undefined) rmSync(folder, { recursive: true, force: true });
    };
    return { endpoint, accessKey, secretKey, runner: await runProgram(start, tidy) };
  }
  const container = await runContainer({
    image: VERSITYGW_IMAGE,
    port: VERSITYGW_PORT,
    command: [
      ...['--port', `:${VERSITYGW_PORT}`, '--iam-dir', '/users'],
      ...['posix', '--sidecar', '/meta', '/store'],
    ],
    env: keys,
    folders: ['/store', '/meta', '/users'],
  });
  if (container === null) return null;
  const endpoint = `http://127.0.0.1:${container.port}`;
  return { endpoint, accessKey, secretKey, runner: container.runner };
}

async function namedStore(address: string, bucket: string): Promise<S3Endpoint> {
  const url = new URL(address);
  const accessKey = decodeURIComponent(url.username);
  const secretKey = decodeURIComponent(url.password);
  const tidy = () => removeBucket(url, accessKey, secretKey, bucket);
  return { endpoint: url.origin, accessKey, secretKey, runner: foreign('BRIDGE_TEST_S3', tidy) };
}

/** True when the S3 store sends any HTTP response. The request is not signed, so the store refuses it. */
async function storeResponds(endpoint: string): Promise<boolean> {
  const response = await fetch(endpoint);
  await response.arrayBuffer();
  return response.status > 0;
}

async function removeBucket(
  { hostname, port, protocol }: URL,
  accessKey: string,
  secretKey: string,
  bucket: string,
): Promise<void> {
  const useSSL = protocol === 'https:';
  const client = new Client({
    endPoint: hostname,
    port: Number(port === '' ? (useSSL ? 443 : 80) : port),
    useSSL,
    accessKey,
    secretKey,
  });
  if (!(await client.bucketExists(bucket))) return;
  for await (const object of client.listObjectsV2(bucket, '', true) as AsyncIterable<{
    name?: string;
  }>) {
    if (object.name !== undefined) await client.removeObject(bucket, object.name);
  }
  await client.removeBucket(bucket);
}
