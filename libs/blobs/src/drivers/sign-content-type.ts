import { createHmac, hash } from 'node:crypto';
import type http from 'node:http';
import type { RequestOptions } from 'node:http';

/** Access key, secret key and region for signing S3 requests. */
interface S3Credentials {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Returns the query string with sorted parameters, as the signature requires it. */
function canonicalQuery(query: string): string {
  if (query === '') return '';
  const members = query.split('&').map((member) => (member.includes('=') ? member : `${member}=`));
  return members.sort().join('&');
}

/** Returns the Authorization header of AWS Signature Version 4 for these headers. */
function signV4(
  request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
  },
  credentials: S3Credentials,
): string {
  const { headers } = request;
  const names = Object.keys(headers).sort();
  const moment = headers['x-amz-date'] ?? '';
  const scope = `${moment.slice(0, 8)}/${credentials.region}/s3/aws4_request`;
  const [path = '', query = ''] = request.path.split('?');
  const canonical = [
    request.method,
    path,
    canonicalQuery(query),
    ...names.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    names.join(';'),
    headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD',
  ].join('\n');
  const hashed = hash('sha256', canonical);
  const toSign = ['AWS4-HMAC-SHA256', moment, scope, hashed].join('\n');
  const day = hmac(`AWS4${credentials.secretKey}`, moment.slice(0, 8));
  const key = hmac(hmac(hmac(day, credentials.region), 's3'), 'aws4_request');
  const signature = hmac(key, toSign).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=${credentials.accessKey}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
}

/** Headers that are left out of the signature, as the S3 client library does, because proxies may change them. */
const UNSIGNED = new Set(['authorization', 'content-length', 'user-agent']);

/**
 * Returns the request's headers with a new signature that includes the content type. The client library omits it, which
 * Ceph RGW refuses since its fix of CVE-2026-54330.
 */
function signingContentType(
  options: RequestOptions,
  credentials: S3Credentials,
): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (value !== undefined) sent[name.toLowerCase()] = String(value);
  }
  if (sent['content-type'] === undefined || sent.authorization === undefined) return sent;
  const signed = Object.fromEntries(Object.entries(sent).filter(([name]) => !UNSIGNED.has(name)));
  const request = { method: options.method ?? 'GET', path: options.path ?? '/', headers: signed };
  return { ...sent, authorization: signV4(request, credentials) };
}

/** The function of `node:http` that the S3 client library calls. */
type HttpTransport = Pick<typeof http, 'request'>;

/**
 * Makes an HTTP transport for the S3 client that signs content types and aborts after `idleMs` in which the store sends
 * nothing. A response whose received bytes were not read yet is not aborted: its reader is slow, such as a visitor’s browser.
 */
export function strictTransport(
  over: HttpTransport,
  credentials: S3Credentials,
  idleMs: number,
): HttpTransport {
  const request = (
    options: RequestOptions,
    onResponse?: (response: http.IncomingMessage) => void,
  ): http.ClientRequest => {
    const headers = signingContentType(options, credentials);
    const sent = over.request({ ...options, headers }, onResponse);
    let unread = (): number => 0;
    sent.once('response', (response) => (unread = () => response.readableLength));
    const onIdle = (): void => {
      if (unread() > 0) watch();
      else
        sent.destroy(Object.assign(new RangeError('the store is silent'), { code: 'ETIMEDOUT' }));
    };
    const watch = (): void => void sent.socket?.setTimeout(idleMs).once('timeout', onIdle);
    sent.setTimeout(idleMs, onIdle);
    sent.once('close', () => sent.socket?.off('timeout', onIdle));
    return sent;
  };
  // The S3 client library calls only this overload of `request`.
  return { request: request as HttpTransport['request'] };
}
