import { describeWith } from '@bridge/testing';
import { afterEach } from 'vitest';
import { BusFailure, type BusDriver, type BusFailureKind } from './driver.ts';

/** A bus that several processes have joined. */
export interface BusUnderTest {
  /** Joins the bus as a further process. */
  join(): Promise<BusDriver>;
  /** Ends a process as the broker would see it; messages that it had received stay unanswered. */
  end(member: BusDriver): Promise<void>;
  /** Returns a subject that no other run of the tests uses. */
  subject(name: string): string;
  close(): Promise<void>;
}

/** A bus with a broker between the processes; the tests stop and restart the broker. */
export interface BrokeredBus extends BusUnderTest {
  readonly broker: {
    kill(): Promise<void>;
    restart(): Promise<void>;
    pause(): Promise<void>;
    resume(): Promise<void>;
  };
}

/** Time limit of a refusal that needs no reply, ms. */
export const SOON_MS = 200;
/** Time limit of a request that is answered, ms. */
export const PATIENT_MS = 10_000;
/** Returns a text as the bytes of a message. */
export const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');
/** Returns the bytes of a message as text. */
export const text = (data: Uint8Array): string => Buffer.from(data).toString('utf8');

/** Returns the kind of failure of a request that must fail. */
export async function failure(answer: Promise<unknown>): Promise<BusFailureKind> {
  const error: unknown = await answer.then(
    () => new Error('it was answered'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof BusFailure)) throw error;
  return error.kind;
}

/** Returns the result of `work` and the ms that it took. */
export async function timed<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const from = performance.now();
  const value = await work();
  return [value, performance.now() - from];
}

/**
 * Repeats a request that fails five times. Returns the failure that all have in common, and the ms of the fastest: a
 * busy machine is slow, not wrong.
 */
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

/** A bus of the tests, and functions that join it and name its subjects. */
export interface BusRig<T extends BusUnderTest = BusUnderTest> {
  bus(): T;
  /** Joins as a further process, which closes after the test. */
  join(): Promise<BusDriver>;
  /** Returns a subject that no other test uses. */
  fresh(): string;
}

/** Declares a suite over a bus. `open` starts the bus; Missing skips the suite with its reason. */
export function describeBus<T extends BusUnderTest>(
  name: string,
  open: () => Promise<T>,
  body: (rig: BusRig<T>) => void,
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
