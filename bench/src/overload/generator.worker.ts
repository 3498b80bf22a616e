import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import type { LoadPlan, LoadResult } from './generator.ts';

/** Interval in ms at which the worker sends the requests that are due. */
const TICK_MS = 2;
const HEAD_END = '\r\n\r\n';
/** Size in bytes of the receive buffer of a connection, and so the maximum size of an answer. Answers have a Content-Length. */
const ANSWER_BYTES_MAX = 16_384;
/**
 * Number of response times for which the array has space, per second of the load. Unused space costs nothing, because the
 * system allocates memory pages only when they are written.
 */
const ANSWERS_PER_SECOND_MAX = 50_000;
const LATE_MS = 5_000;

/** True when the text contains a complete HTTP response. */
function isWhole(text: string): boolean {
  const end = text.indexOf(HEAD_END);
  if (end < 0) return false;
  const length = /content-length: ([0-9]+)/i.exec(text.slice(0, end))?.[1];
  return text.length >= end + HEAD_END.length + Number(length ?? 0);
}

/**
 * A connection that is reopened when it breaks. It reads into a buffer of fixed size, so that reading causes no garbage
 * collection.
 */
class LoadConnection {
  readonly #run: LoadRun;
  readonly #received = Buffer.alloc(ANSWER_BYTES_MAX);
  #length = 0;
  #socket: Socket | null = null;
  sentAt = 0;
  isFree = false;

  constructor(run: LoadRun) {
    this.#run = run;
    this.#open();
  }

  send(): void {
    this.isFree = false;
    this.sentAt = performance.now();
    this.#socket?.write(this.#run.plan.request);
  }

  end(): void {
    this.#socket?.destroy();
  }

  #open(): void {
    const onread = {
      buffer: Buffer.alloc(ANSWER_BYTES_MAX),
      callback: (length: number, bytes: Uint8Array) => this.#receive(bytes, length),
    };
    const { port } = this.#run.plan;
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread });
    socket.on('error', () => undefined);
    socket.on('connect', () => (this.isFree = true));
    socket.on('close', () => {
      if (this.sentAt > 0) this.#run.count(0, 0, '');
      this.isFree = false;
      this.sentAt = 0;
      this.#length = 0;
      if (!this.#run.isOver) this.#open();
    });
    this.#socket = socket;
  }

  #receive(bytes: Uint8Array, length: number): boolean {
    this.#received.set(bytes.subarray(0, length), this.#length);
    this.#length += length;
    const text = this.#received.toString('latin1', 0, this.#length);
    if (!isWhole(text)) return true;
    this.#run.count(Number(text.slice(9, 12)), performance.now() - this.sentAt, text);
    this.sentAt = 0;
    this.#length = 0;
    this.isFree = true;
    this.#run.sendNext(this);
    return true;
  }
}

/** A load test in progress, with its connections and results. */
class LoadRun {
  readonly plan: LoadPlan;
  readonly #connections: readonly LoadConnection[];
  readonly #statuses: Record<number, number> = {};
  readonly #acceptedMs: Float64Array;
  #accepted = 0;
  #sent = 0;
  #unsent = 0;
  #missingRetryAfter = 0;
  #from = 0;
  #due = 0;
  #next = 0;
  isOver = false;

  constructor(plan: LoadPlan) {
    this.plan = plan;
    this.#acceptedMs = new Float64Array(Math.ceil(plan.seconds * ANSWERS_PER_SECOND_MAX));
    this.#connections = Array.from({ length: plan.connections }, () => new LoadConnection(this));
  }

  count(status: number, ms: number, text: string): void {
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    if (status >= 200 && status < 300) {
      this.#acceptedMs[this.#accepted] = ms;
      this.#accepted += 1;
    }
    if ((status === 429 || status === 503) && !/^retry-after:/im.test(text))
      this.#missingRetryAfter += 1;
  }

  /** Sends the next request, if one is due, on a connection that has become free. */
  sendNext(connection: LoadConnection): void {
    if (this.isOver) return;
    if (this.plan.rate !== null) {
      if (this.#due >= this.#dueBy()) return;
      this.#due += 1;
    }
    this.#send(connection);
  }

  async sample(): Promise<LoadResult> {
    while (!this.#connections.every(({ isFree }) => isFree)) await delay(TICK_MS);
    this.#from = performance.now();
    while (this.#elapsedS() < this.plan.seconds) {
      if (this.plan.rate === null) this.#sendAll();
      else this.#sendDue();
      await delay(TICK_MS);
    }
    const seconds = this.#elapsedS();
    const goodput = this.#accepted / seconds;
    this.isOver = true;
    const lateUntil = performance.now() + LATE_MS;
    while (this.#connections.some(({ sentAt }) => sentAt > 0) && performance.now() < lateUntil)
      await delay(TICK_MS);
    for (const connection of this.#connections) connection.end();
    return {
      seconds,
      sent: this.#sent,
      unsent: this.#unsent,
      statuses: this.#statuses,
      goodput,
      acceptedMs: this.#acceptedMs.slice(0, this.#accepted),
      missingRetryAfter: this.#missingRetryAfter,
    };
  }

  #elapsedS(): number {
    return (performance.now() - this.#from) / 1_000;
  }

  /** Returns the number of requests that should have been sent by now. */
  #dueBy(): number {
    return Math.floor(this.#elapsedS() * (this.plan.rate ?? 0));
  }

  #send(connection: LoadConnection): void {
    this.#sent += 1;
    connection.send();
  }

  #sendAll(): void {
    for (const connection of this.#connections) if (connection.isFree) this.#send(connection);
  }

  /**
   * Sends the due requests on free connections, which take turns. A request that finds no free connection is counted as unsent
   * and dropped.
   */
  #sendDue(): void {
    const shouldBe = this.#dueBy();
    for (; this.#due < shouldBe; this.#due += 1) {
      const connection = this.#freeConnection();
      if (connection === undefined) {
        this.#unsent += shouldBe - this.#due;
        this.#due = shouldBe;
        return;
      }
      this.#send(connection);
    }
  }

  #freeConnection(): LoadConnection | undefined {
    for (let tried = 0; tried < this.#connections.length; tried += 1) {
      const connection = this.#connections[this.#next];
      this.#next = (this.#next + 1) % this.#connections.length;
      if (connection?.isFree === true) return connection;
    }
    return undefined;
  }
}

parentPort?.on('message', ({ id, plan }: { id: number; plan: LoadPlan }) => {
  void new LoadRun(plan).sample().then((sample) => {
    parentPort?.postMessage({ id, sample }, [sample.acceptedMs.buffer as ArrayBuffer]);
  });
});
