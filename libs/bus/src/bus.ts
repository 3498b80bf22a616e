import type { BusDriver } from './driver.ts';
import type { ServiceRequestFunction } from './request.ts';

/** The open message bus of this process: `request` sends calls to services, `driver` subscribes and sends broadcasts. */
export interface MessageBus {
  readonly driver: BusDriver;
  readonly request: ServiceRequestFunction;
}
