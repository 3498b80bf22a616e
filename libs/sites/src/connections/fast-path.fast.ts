import { ResourceScope } from '@bridge/kernel';
import { whenWritable } from '@bridge/web';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { answer, countAnswer, type Opened } from '../answer.ts';
import { headerLines } from '../http/header-lines.ts';
import type { SiteRequest } from '../http/site-request.ts';
import { KEEP_ALIVE_MS, refuseCrowded, SOCKET_IDLE_MS_MAX } from './answering.ts';
import type { ConnectionDeps } from './answering.ts';
import { readPlainRequest } from './plain-request.ts';

const CLOSES = 'Connection: close\r\n\r\n';
const STAYS = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1_000}\r\n\r\n`;

/** Sends a body and leaves the socket open; `pipeline` would stay among its listeners. */
async function stream(body: Readable, socket: Socket): Promise<void> {
  for await (const bytes of body as AsyncIterable<Buffer>) {
    if (socket.destroyed) return;
    if (!socket.write(bytes)) await whenWritable(socket);
  }
}

/**
 * The fast path: reads plain requests (`readPlainRequest`) and answers them on the socket itself, at half the processor
 * time of node:http. A connection with any other request is handed over to node:http for good. Its plain twin is
 * `http-path.ts`, which `BRIDGE_FAST_PATHS=off` selects; figures and safety are in docs/adr/013.
 */
export class FastPath {
  readonly #deps: ConnectionDeps;
  readonly #handOver: (socket: Socket) => void;
  readonly #everyLine: string;
  readonly #idle = new Set<Socket>();
  readonly #busy = new Set<Socket>();
  /** What the answer on each connection holds, where clients are counted by their answers. */
  readonly #held = new Map<Socket, ResourceScope>();
  #second = 0;
  #date = '';

  /** `handOver` gives a connection to node:http; everything that is not answered is still to be read from it. */
  constructor(deps: ConnectionDeps, handOver: (socket: Socket) => void) {
    this.#deps = deps;
    this.#handOver = handOver;
    this.#everyLine = headerLines(deps.headers);
  }

  /** Takes a new connection. */
  take(socket: Socket): void {
    this.#idle.add(socket);
    socket.setTimeout(SOCKET_IDLE_MS_MAX);
    const listeners = {
      data: (bytes: Buffer) => {
        const request = readPlainRequest(bytes);
        if (request !== null) {
          this.#answer(socket, request);
          return;
        }
        for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener);
        this.#idle.delete(socket);
        socket.pause();
        socket.unshift(bytes);
        this.#handOver(socket);
        socket.resume();
      },
      // A client that has sent everything still gets the answer that is being made.
      end: () => {
        if (this.#idle.has(socket)) socket.end();
      },
      timeout: () => socket.destroy(),
      error: () => socket.destroy(),
      close: () => {
        this.#idle.delete(socket);
        this.#busy.delete(socket);
        this.#release(socket);
      },
    };
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
  }

  /** Closes the connections that wait for a request. */
  closeIdle(): void {
    for (const socket of this.#idle) if (socket.writableLength === 0) socket.destroy();
  }

  /** Answers that are being made or sent. */
  readonly open = (): number => this.#busy.size;

  /** Closes every connection. */
  closeAll(): void {
    for (const socket of [...this.#idle, ...this.#busy]) socket.destroy();
  }

  #answer(socket: Socket, request: SiteRequest): void {
    try {
      const from = this.#deps.clock.monotonic();
      const answered = this.#refusal(socket, request) ?? answer(this.#deps, request);
      if (answered instanceof Promise || answered.body instanceof Readable) {
        this.#answerLater(socket, request, answered, from).catch((error: unknown) =>
          this.#break(socket, error),
        );
        return;
      }
      this.#write(socket, answered, answered.body);
      countAnswer(this.#deps, request, answered, from);
      this.#next(socket);
    } catch (error) {
      this.#break(socket, error);
    }
  }

  async #answerLater(
    socket: Socket,
    request: SiteRequest,
    answered: Opened | Promise<Opened>,
    from: number,
  ): Promise<void> {
    this.#idle.delete(socket);
    this.#busy.add(socket);
    socket.pause();
    const opened = await answered;
    const { body } = opened;
    if (body instanceof Readable) await this.#send(socket, opened, body);
    else this.#write(socket, opened, body);
    countAnswer(this.#deps, request, opened, from);
    if (!this.#busy.delete(socket)) return;
    this.#idle.add(socket);
    this.#next(socket);
  }

  async #send(socket: Socket, opened: Opened, body: Readable): Promise<void> {
    try {
      this.#write(socket, opened, null);
      await stream(body, socket);
    } catch (error) {
      // Content-Length promised more, so the reader knows that this is not all.
      this.#deps.log.debug({ err: error }, 'a body ended early');
      socket.destroy();
    } finally {
      // A body of which nothing was read holds its file or connection as well.
      body.destroy();
    }
  }

  /** Counts the answer by its client, behind a proxy. */
  #refusal(socket: Socket, request: SiteRequest): Opened | null {
    if (this.#deps.clients === null) return null;
    const scope = new ResourceScope();
    this.#held.set(socket, scope);
    return refuseCrowded(this.#deps, scope, socket, request);
  }

  #release(socket: Socket): void {
    this.#held.get(socket)?.end();
    this.#held.delete(socket);
  }

  #write(socket: Socket, { status, headers }: Opened, body: Uint8Array | null): void {
    const first = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${this.#everyLine}`;
    const last = `Date: ${this.#now()}\r\n${this.#deps.draining() ? CLOSES : STAYS}`;
    socket.cork();
    socket.write(first + headerLines(headers) + last, 'latin1');
    if (body !== null) socket.write(body);
    socket.uncork();
  }

  #break(socket: Socket, error: unknown): void {
    this.#deps.log.error({ err: error }, 'an answer broke');
    socket.destroy();
  }

  /** Reads the next request once this answer was taken: from a client that does not read, nothing is read. */
  #next(socket: Socket): void {
    const waits = socket.writableNeedDrain;
    if (!waits) this.#release(socket);
    if (this.#deps.draining() || socket.readableEnded) {
      socket.end();
      return;
    }
    const idleMs = waits ? SOCKET_IDLE_MS_MAX : KEEP_ALIVE_MS;
    if (socket.timeout !== idleMs) socket.setTimeout(idleMs);
    if (!waits) {
      socket.resume();
      return;
    }
    socket.pause();
    socket.once('drain', () => this.#next(socket));
  }

  /** The value of Date, made once a second. */
  #now(): string {
    const now = this.#deps.clock.now();
    const second = Math.floor(now / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#date = new Date(now).toUTCString();
    }
    return this.#date;
  }
}
