import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';

/** Method, headers and body of a test request. */
export interface TestRequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
/** A complete HTTP response, as bytes and as text. */
export interface FullHttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Sends a request to 127.0.0.1 with this Host header, without DNS, and reads the complete response. */
export function getFrom(
  port: number,
  host: string,
  path: string,
  { method = 'GET', headers = {}, body }: TestRequestOptions = {},
): Promise<FullHttpResponse> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { port, host: '127.0.0.1', path, method, headers: { host, ...headers }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const { statusCode: status = 0 } = response;
          resolve({ status, headers: response.headers, bytes, text: bytes.toString('utf8') });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
