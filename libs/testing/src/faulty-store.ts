import { setTimeout as delay } from 'node:timers/promises';
import { startStoreProxy, type StoreProxy } from './store-proxy.ts';

/** When a store fails a put: before it stores the object, or after it stored the object and before it answers. */
export type StoreFailure = 'before' | 'after';

/** A proxy in front of an S3 store that fails puts or delays requests. */
export interface FaultyStore extends StoreProxy {
  /** Answers every put with 500 InternalError, before or after the store performed it. */
  failPuts(when: StoreFailure): void;
  /** Answers every put with 500 and the error code of a store whose disk is full. */
  fullDisk(): void;
  /** Delays every request by `ms` before the store receives it. */
  stall(ms: number): void;
  heal(): void;
}

interface StoreFaults {
  readonly puts: StoreFailure | 'full' | null;
  readonly stallMs: number;
}
const NO_FAULTS: StoreFaults = { puts: null, stallMs: 0 };

/** Starts the proxy. It forwards every request that it does not fail unchanged, Host included. */
export async function faultyStore(target: string): Promise<FaultyStore> {
  let faults = NO_FAULTS;
  const proxy = await startStoreProxy(target, ({ incoming, forward, refuse }) => {
    const { puts, stallMs } = faults;
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
    failPuts: (puts) => void (faults = { ...faults, puts }),
    fullDisk: () => void (faults = { ...faults, puts: 'full' }),
    stall: (stallMs) => void (faults = { ...faults, stallMs }),
    heal: () => void (faults = NO_FAULTS),
  };
}
