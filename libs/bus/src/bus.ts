import type { BusDriver } from './driver.ts';
import type { ServiceRequestFunction } from './request.ts';

/** The open bus of this process: `request` sends calls, `driver` subscribes and sends broadcasts. */
export interface MessageBus {
  readonly driver: BusDriver;
  readonly request: ServiceRequestFunction;
}
