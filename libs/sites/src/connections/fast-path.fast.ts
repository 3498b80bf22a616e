import { ResourceScope } from '@bridge/kernel';
import { whenWritable } from '@bridge/web';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { answer, countAnswer, type SendableSiteReply } from '../answer.ts';
import { formatHeaders } from '../http/header-lines.ts';
import type { SiteRequest } from '../http/site-request.ts';
import { KEEP_ALIVE_MS, countClient, SOCKET_IDLE_MS_MAX } from './answering.ts';
import type { ContentOriginConnectionDeps } from './answering.ts';
import { readPlainRequest } from './plain-request.ts';

const CLOSE_HEADERS = 'Connection: close\r\n\r\n';
const KEEP_ALIVE_HEADERS = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1_000}\r\n\r\n`;

/** Writes a streamed body to the socket and leaves the socket open. `pipeline` would leave listeners on the socket. */
async function streamBody(body: Readable, socket: Socket): Promise<void> {
  for await (const bytes of body as AsyncIterable<Buffer>) {
    if (socket.destroyed) return;
    if (!socket.write(bytes)) await whenWritable(socket);
  }
}

/**
 * Answers plain requests (`readPlainRequest`) on the socket itself, with half the CPU time of node:http. After any other
 * request, node:http serves the connection until its end. `BRIDGE_FAST_PATHS=off` selects `http-path.ts` for all
 * connections. Figures: docs/adr/013.
 */
export class FastPathResponder {
  readonly #deps: ContentOriginConnectionDeps;
  readonly #handOver: (socket: Socket) => void;
  readonly #everyLine: string;
  readonly #idle = new Set<Socket>();
  readonly #busy = new Set<Socket>();
  /** For each connection the scope whose end stops counting its current answer; used only behind proxies. */
  readonly #scopes = new Map<Socket, ResourceScope>();
  #second = 0;
  #date = '';

  /** @param handOver passes a connection with its unread bytes to node:http */
  constructor(deps: ContentOriginConnectionDeps, handOver: (socket: Socket) => void) {
    this.#deps = deps;
    this.#handOver = handOver;
    this.#everyLine = formatHeaders(deps.headers);
  }

  /** Serves a new connection. */
  serve(socket: Socket): void {
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
      // A client that has closed only its sending direction still receives the answer in progress.
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

  /** Closes the connections that have no request in flight. */
  closeIdle(): void {
    for (const socket of this.#idle) if (socket.writableLength === 0) socket.destroy();
  }

  /** Number of answers in progress. */
  readonly openAnswers = (): number => this.#busy.size;

  /** Closes every connection that the fast path serves. */
  closeAll(): void {
    for (const socket of [...this.#idle, ...this.#busy]) socket.destroy();
  }

  #answer(socket: Socket, request: SiteRequest): void {
    try {
      const from = this.#deps.clock.monotonic();
      const answered = this.#countClient(socket, request) ?? answer(this.#deps, request);
      if (answered instanceof Promise || answered.body instanceof Readable) {
        this.#answerLater(socket, request, answered, from).catch((error: unknown) =>
          this.#break(socket, error),
        );
        return;
      }
      this.#write(socket, answered, answered.body);
      countAnswer(this.#deps, request, answered, from);
      this.#readNext(socket);
    } catch (error) {
      this.#break(socket, error);
    }
  }

  async #answerLater(
    socket: Socket,
    request: SiteRequest,
    answered: SendableSiteReply | Promise<SendableSiteReply>,
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
    this.#readNext(socket);
  }

  async #send(socket: Socket, opened: SendableSiteReply, body: Readable): Promise<void> {
    try {
      this.#write(socket, opened, null);
      await streamBody(body, socket);
    } catch (error) {
      // The client recognises by Content-Length that the body is incomplete.
      this.#deps.log.debug({ err: error }, 'body_incomplete');
      socket.destroy();
    } finally {
      // A body that is not read to its end would keep its file or connection open.
      body.destroy();
    }
  }

  /** Behind a proxy, counts the answer for its client. Returns the 503 when the client exceeds its limit, else null. */
  #countClient(socket: Socket, request: SiteRequest): SendableSiteReply | null {
    if (this.#deps.clients === null) return null;
    const scope = new ResourceScope();
    this.#scopes.set(socket, scope);
    return countClient(this.#deps, scope, socket, request);
  }

  #release(socket: Socket): void {
    this.#scopes.get(socket)?.end();
    this.#scopes.delete(socket);
  }

  #write(socket: Socket, { status, headers }: SendableSiteReply, body: Uint8Array | null): void {
    const first = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${this.#everyLine}`;
    const last = `Date: ${this.#dateHeader()}\r\n${this.#deps.isDraining() ? CLOSE_HEADERS : KEEP_ALIVE_HEADERS}`;
    socket.cork();
    socket.write(first + formatHeaders(headers) + last, 'latin1');
    if (body !== null) socket.write(body);
    socket.uncork();
  }

  #break(socket: Socket, error: unknown): void {
    this.#deps.log.error({ err: error }, 'answer_failed');
    socket.destroy();
  }

  /** Starts to read the next request, after the client has received the answer to the previous one. */
  #readNext(socket: Socket): void {
    const isBlocked = socket.writableNeedDrain;
    if (!isBlocked) this.#release(socket);
    if (this.#deps.isDraining() || socket.readableEnded) {
      socket.end();
      return;
    }
    const idleMs = isBlocked ? SOCKET_IDLE_MS_MAX : KEEP_ALIVE_MS;
    if (socket.timeout !== idleMs) socket.setTimeout(idleMs);
    if (!isBlocked) {
      socket.resume();
      return;
    }
    socket.pause();
    socket.once('drain', () => this.#readNext(socket));
  }

  /** Returns the value of the Date header, formatted once a second. */
  #dateHeader(): string {
    const now = this.#deps.clock.now();
    const second = Math.floor(now / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#date = new Date(now).toUTCString();
    }
    return this.#date;
  }
}
