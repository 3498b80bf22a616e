import { ProgramStartError } from '@bridge/kernel';
import http from 'node:http';
import https from 'node:https';
import type { Client } from 'minio';
import type { BlobStore } from '../blob-store.ts';
import { S3Store } from './s3.ts';
import { strictTransport } from './sign-content-type.ts';

/** Time in ms without traffic after which a request to the S3 store fails. */
const IDLE_MS = 5_000;
const SOCKETS_MAX = 32;

/** Address and credentials of an S3 store. */
export interface S3Options {
  readonly url: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
}

/** A client for an S3 store, its bucket name and its HTTP connections. */
export interface S3BucketClient {
  readonly client: Client;
  readonly bucket: string;
  readonly agent: http.Agent;
}

/** Opens a bucket as a blob store. Throws like `openS3Client`. */
export async function openS3Store(options: S3Options): Promise<BlobStore> {
  const { client, bucket, agent } = await openS3Client(options);
  return new S3Store(client, bucket, agent);
}

/**
 * Creates the client of a bucket, `s3+https://host[:port]/bucket`. It sends no request, so the product can start before the
 * store. Throws ProgramStartError when the address has no valid bucket name.
 */
export async function openS3Client(options: S3Options): Promise<S3BucketClient> {
  const url = new URL(options.url.replace(/^s3\+/, ''));
  const bucket = url.pathname.slice(1).replace(/\/$/, '');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new ProgramStartError(
      'BRIDGE_BLOBS must name a bucket of 3 to 63 lower-case letters, digits, dots or hyphens, as s3+https://host/bucket.',
    );
  }
  const secure = url.protocol === 'https:';
  const agentOptions = { keepAlive: true, maxSockets: SOCKETS_MAX };
  const agent = secure ? new https.Agent(agentOptions) : new http.Agent(agentOptions);
  const { accessKey, secretKey, region } = options;
  // The library is loaded here, because a process that stores objects in a folder does not need it.
  const minio = await import('minio');
  const client = new minio.Client({
    endPoint: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    useSSL: secure,
    accessKey,
    secretKey,
    region,
    pathStyle: true,
    transport: strictTransport(secure ? https : http, { accessKey, secretKey, region }, IDLE_MS),
    transportAgent: agent,
    retryOptions: { disableRetry: true },
  });
  // With `enableSHA256` the signature covers the hash of the body, so the store verifies the received bytes, also over TLS.
  client.enableSHA256 = true;
  return { client, bucket, agent };
}
