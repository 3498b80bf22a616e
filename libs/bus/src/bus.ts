import type { BusDriver } from './driver.ts';
import type { RequestFunction } from './request.ts';

/** The open bus of this process: `request` sends calls, `driver` subscribes and sends broadcasts. */
export interface Bus {
  readonly driver: BusDriver;
  readonly request: RequestFunction;
}
