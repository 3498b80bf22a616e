export {
  accountOf,
  handlersOf,
  serve,
  type Handler,
  type HandlerFactories,
  type Handlers,
} from './serve.ts';
export type { HandlerCall } from './answer.ts';
export type { Bus } from './bus.ts';
export {
  BusFailure,
  type BusDriver,
  type BusFailureKind,
  type BusMessage,
  type BusSubscription,
} from './driver.ts';
export { MemoryBus } from './drivers/memory.ts';
export { onHint, sendHint } from './hint.ts';
export { journalHintsModule } from './journal-hints.ts';
export { busModule, type BusOptions } from './open-bus.ts';
export { makeRequest, type BusCall, type CallResult, type RequestFunction } from './request.ts';
export { serviceModule, type OpenedService } from './service-module.ts';
