import { describeWith } from '@bridge/testing';
import { afterEach } from 'vitest';
import { BusFailure, type BusDriver, type BusFailureKind } from './driver.ts';

/** A bus for tests that several processes can join. */
export interface BusUnderTest {
  /** Connects to the bus as another process would. */
  join(): Promise<BusDriver>;
  /** Ends a connection that `join` opened as if its process were killed: messages that it received get no reply. */
  end(member: BusDriver): Promise<void>;
  /** Returns a subject name that no other test run uses. */
  subject(name: string): string;
  close(): Promise<void>;
}

/** A bus for tests with a broker that the tests can stop and restart. */
export interface BrokeredBus extends BusUnderTest {
  readonly broker: {
    kill(): Promise<void>;
    restart(): Promise<void>;
    pause(): Promise<void>;
    resume(): Promise<void>;
  };
}

/** Maximum time in ms until a request must have failed when it cannot be sent or has no subscriber. */
export const SOON_MS = 200;
/** Timeout in ms of the test requests that expect a reply. */
export const PATIENT_MS = 10_000;
/** Encodes a text as message bytes. */
export const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');
/** Decodes message bytes as text. */
export const text = (data: Uint8Array): string => Buffer.from(data).toString('utf8');

/** Awaits a request that must fail and returns the kind of its failure. */
export async function failure(answer: Promise<unknown>): Promise<BusFailureKind> {
  const error: unknown = await answer.then(
    () => new Error('it was answered'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof BusFailure)) throw error;
  return error.kind;
}

/** Runs `work` and returns its result with its duration in ms. */
export async function timed<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const from = performance.now();
  const value = await work();
  return [value, performance.now() - from];
}

/** Sends a failing request five times. Returns the kind of failure if all have the same, and the shortest duration in ms. */
export async function quickest(
  request: () => Promise<unknown>,
): Promise<readonly [BusFailureKind | undefined, number]> {
  const kinds = new Set<BusFailureKind>();
  const times: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const [kind, ms] = await timed(() => failure(request()));
    kinds.add(kind);
    times.push(ms);
  }
  const [only] = kinds;
  return [kinds.size === 1 ? only : undefined, Math.min(...times)];
}

/** The bus of a test suite, with functions that connect to it and name subjects. */
export interface BusTestHarness<T extends BusUnderTest = BusUnderTest> {
  bus(): T;
  /** Connects as another process; the connection is closed after the test. */
  join(): Promise<BusDriver>;
  /** Returns a subject name that no other test uses. */
  fresh(): string;
}

/** Declares a test suite over the bus that `open` starts. When `open` throws MissingTestResourceError, the suite is skipped. */
export function describeBus<T extends BusUnderTest>(
  name: string,
  open: () => Promise<T>,
  body: (rig: BusTestHarness<T>) => void,
): void {
  let count = 0;
  describeWith(
    name,
    open,
    (bus) => bus.close(),
    (bus) => {
      const members: BusDriver[] = [];
      afterEach(async () => {
        for (const member of members.splice(0)) await member.close();
      });
      const join = async (): Promise<BusDriver> => {
        const member = await bus().join();
        members.push(member);
        return member;
      };
      body({ bus, join, fresh: () => bus().subject(`s${(count += 1)}`) });
    },
  );
}
