import type { BusDriver } from './driver.ts';
import type { RequestFunction } from './request.ts';

/** The open bus of this process: `request` for calls, `driver` for subscriptions and hints. */
export interface Bus {
  readonly driver: BusDriver;
  readonly request: RequestFunction;
}
