export type { Bus } from './bus.ts';
export {
  BusFailure,
  type BusDriver,
  type BusFailureKind,
  type BusMessage,
  type BusSubscription,
} from './driver.ts';
export { MemoryBus } from './drivers/memory.ts';
export { makeRequest, type Answer, type Call, type Request } from './request.ts';
export { accountOf, serve, type Handler, type HandlerCall, type Handlers } from './serve.ts';
export { serviceModule, type OpenedService } from './service-module.ts';
