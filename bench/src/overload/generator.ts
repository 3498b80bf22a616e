import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** How often an open generator sends what has become due. */
const TICK_MS = 2;
const HEAD_END = '\r\n\r\n';

/** What a run of requests came to; times in milliseconds from sending to the last byte of the answer. */
export interface Sample {
  readonly seconds: number;
  readonly sent: number;
  /** Requests that were due but had no free connection. */
  readonly unsent: number;
  /** Answers by status; 0 for a connection that broke. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Answers of 2xx per second. */
  readonly goodput: number;
  readonly acceptedMs: readonly number[];
  readonly missingRetryAfter: number;
}

/** What to send and how: `rate` per second on free connections, or as fast as answers come with `rate: null`. */
export interface Plan {
  readonly port: number;
  readonly request: Buffer;
  readonly connections: number;
  readonly rate: number | null;
  readonly seconds: number;
}

interface Lane {
  socket: Socket;
  sentAt: number;
  heard: string;
  isFree: boolean;
}

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** True when the head and as many bytes as it announces are there. */
function isWhole(text: string): boolean {
  const end = text.indexOf(HEAD_END);
  if (end < 0) return false;
  const length = /content-length: ([0-9]+)/i.exec(text.slice(0, end))?.[1];
  return text.length >= end + HEAD_END.length + Number(length ?? 0);
}

/**
 * Sends one request over and over, on plain sockets, so that little of the machine is spent on sending. Answers are small
 * and carry their length, as every small answer of the product does.
 */
export async function generate(plan: Plan): Promise<Sample> {
  const statuses: Record<number, number> = {};
  const acceptedMs: number[] = [];
  let [sent, unsent, missingRetryAfter] = [0, 0, 0];
  let isOver = false;
  let from = 0;
  let due = 0;
  /** How many requests should have been sent by now. */
  const dueBy = (): number => Math.floor(((performance.now() - from) / 1_000) * (plan.rate ?? 0));

  const count = (lane: Lane, status: number): void => {
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status >= 200 && status < 300) acceptedMs.push(performance.now() - lane.sentAt);
    if ((status === 429 || status === 503) && !/^retry-after:/im.test(lane.heard))
      missingRetryAfter += 1;
  };
  const open = (lane: Lane): void => {
    const socket = connect(plan.port, '127.0.0.1');
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    lane.socket = socket;
    socket.on('error', () => undefined);
    socket.on('connect', () => (lane.isFree = true));
    socket.on('data', (text: string) => {
      lane.heard += text;
      if (!isWhole(lane.heard)) return;
      count(lane, Number(lane.heard.slice(9, 12)));
      lane.sentAt = 0;
      lane.heard = '';
      lane.isFree = true;
      if (isOver) return;
      if (plan.rate === null) send(lane);
      else if (due < dueBy()) {
        due += 1;
        send(lane);
      }
    });
    socket.on('close', () => {
      if (lane.sentAt > 0) count(lane, 0);
      lane.isFree = false;
      lane.sentAt = 0;
      lane.heard = '';
      if (!isOver) open(lane);
    });
  };
  const send = (lane: Lane): void => {
    lane.isFree = false;
    lane.sentAt = performance.now();
    sent += 1;
    lane.socket.write(plan.request);
  };

  const lanes: Lane[] = Array.from({ length: plan.connections }, () => {
    const lane: Lane = { socket: undefined as never, sentAt: 0, heard: '', isFree: false };
    open(lane);
    return lane;
  });
  while (!lanes.every(({ isFree }) => isFree)) await delay(TICK_MS);
  from = performance.now();
  let next = 0;
  while (performance.now() - from < plan.seconds * 1_000) {
    if (plan.rate === null) {
      for (const lane of lanes) if (lane.isFree) send(lane);
    } else {
      const shouldBe = dueBy();
      for (; due < shouldBe; due += 1) {
        let tried = 0;
        while (tried < lanes.length && lanes[next]?.isFree !== true) {
          next = (next + 1) % lanes.length;
          tried += 1;
        }
        const lane = lanes[next];
        if (tried === lanes.length || lane === undefined) {
          unsent += shouldBe - due;
          due = shouldBe;
          break;
        }
        send(lane);
        next = (next + 1) % lanes.length;
      }
    }
    await delay(TICK_MS);
  }
  const seconds = (performance.now() - from) / 1_000;
  const goodput = acceptedMs.length / seconds;
  isOver = true;
  const lateUntil = performance.now() + 5_000;
  while (lanes.some(({ sentAt }) => sentAt > 0) && performance.now() < lateUntil)
    await delay(TICK_MS);
  for (const { socket } of lanes) socket.destroy();
  return {
    seconds,
    sent,
    unsent,
    statuses: { ...statuses },
    goodput,
    acceptedMs,
    missingRetryAfter,
  };
}
