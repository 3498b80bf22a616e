import { PUBLIC_PATHS } from '@bridge/contracts';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { product } from '../stage.ts';

/** The parsed HTTP response that a raw socket received until it was closed. */
export interface RawSocketResponse {
  readonly status: number;
  readonly text: string;
  /** The error code; `ok` for a success, empty when the body is not JSON of the product. */
  readonly code: string;
}

/** A connection on which a test writes raw bytes. */
export interface RawSocket {
  readonly socket: Socket;
  /** All text received so far. */
  received(): string;
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<void>;
}

/** Opens a TCP socket to the app origin, or to another port. */
export async function openRaw(port = Number(new URL(product().baseUrl).port)): Promise<RawSocket> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  return { socket, received: () => received, closed };
}

/** Parses the text of a response. */
export function parseRawResponse(text: string): RawSocketResponse {
  const [, status = '0'] = /^HTTP\/1\.1 ([0-9]{3}) /.exec(text) ?? [];
  const [, code] = /\\?"code\\?":\\?"([a-z_]+)\\?"/.exec(text) ?? [];
  return { status: Number(status), text, code: code ?? (text.includes('"ok":true') ? 'ok' : '') };
}

/** Sends these bytes on a new socket and reads until the server closes it. */
export async function raw(...parts: readonly (string | Uint8Array)[]): Promise<RawSocketResponse> {
  const { socket, received, closed } = await openRaw();
  for (const part of parts) socket.write(part);
  await closed;
  return parseRawResponse(received());
}

/**
 * The head of a POST request to the HTTP endpoint for actions (`act`): request line, the given header lines and the empty line.
 */
export function actHead(...headers: readonly string[]): string {
  const { host } = new URL(product().baseUrl);
  return [`POST ${PUBLIC_PATHS.act} HTTP/1.1`, `Host: ${host}`, ...headers, '', ''].join('\r\n');
}
