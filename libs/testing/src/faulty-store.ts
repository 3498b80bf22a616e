import { setTimeout as delay } from 'node:timers/promises';
import { startStoreProxy, type S3StoreProxy } from './store-proxy.ts';

/** When a put fails: before the store executes it, or after the store has executed it, so that only the answer is an error. */
export type PutFailurePoint = 'before' | 'after';

/** A proxy in front of an S3 store. Tests use it to make puts fail and to delay requests. */
export interface FaultyS3StoreProxy extends S3StoreProxy {
  /** Answers every put with status 500, before or after the store has executed it. */
  failPuts(when: PutFailurePoint): void;
  /** Answers every put with status 500 and the error code of a full disk. */
  fullDisk(): void;
  /** Delays every request by `ms` before the store receives it. */
  stall(ms: number): void;
  heal(): void;
}

/** The faults that the proxy of an S3 store currently applies. */
interface S3StoreFaults {
  readonly puts: PutFailurePoint | 'full' | null;
  readonly stallMs: number;
}
const NO_FAULTS: S3StoreFaults = { puts: null, stallMs: 0 };

/** Starts a proxy for an S3 store; requests without a fault are forwarded unchanged, with their Host header. */
export async function faultyStore(target: string): Promise<FaultyS3StoreProxy> {
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
