import { setTimeout as delay } from 'node:timers/promises';
import { startStoreProxy, type StoreProxy } from './store-proxy.ts';

/** How a store fails a put: before it stored anything, or after it stored the object but not before it could say so. */
export type StoreFailure = 'before' | 'after';

/** An S3 store on a bad day: what it is asked to store, it refuses, or does late. */
export interface FaultyStore extends StoreProxy {
  /** Every put is answered 500 InternalError, before or after the store behind did it. */
  failPuts(when: StoreFailure): void;
  /** Every put is answered 500 with the code of a store whose disk is full. */
  fullDisk(): void;
  /** Every request waits that long before the store hears of it. */
  stall(ms: number): void;
  heal(): void;
}

interface Mood {
  readonly puts: StoreFailure | 'full' | null;
  readonly stallMs: number;
}
const WELL: Mood = { puts: null, stallMs: 0 };

/** Stands in front of an S3 store; everything it does not fail is passed on unchanged, Host included. */
export async function faultyStore(target: string): Promise<FaultyStore> {
  let mood = WELL;
  const proxy = await startStoreProxy(target, ({ incoming, forward, refuse }) => {
    const { puts, stallMs } = mood;
    const fail = (code: string): void => refuse(500, code, 'The store cannot.');
    const serve = (): void => {
      if (incoming.method !== 'PUT' || puts === null) forward();
      else if (puts === 'after') forward(() => fail('InternalError'));
      else fail(puts === 'full' ? 'XMinioStorageFull' : 'InternalError');
    };
    if (stallMs === 0) serve();
    else void delay(stallMs).then(serve);
  });
  return {
    ...proxy,
    failPuts: (puts) => void (mood = { ...mood, puts }),
    fullDisk: () => void (mood = { ...mood, puts: 'full' }),
    stall: (stallMs) => void (mood = { ...mood, stallMs }),
    heal: () => void (mood = WELL),
  };
}
