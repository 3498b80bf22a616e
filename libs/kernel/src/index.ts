export { AddressBound } from './address-bound.ts';
export { AGENT_KEY_SEARCH, hashAgentKey, isAgentKey, makeAgentKey } from './agent-key.ts';
export { runApp, type App } from './app.ts';
export { BackOff, type BackOffOptions } from './back-off.ts';
export { addressBlock, clientBlock } from './client-address.ts';
export { describeError, retryAfterOf } from './describe-error.ts';
export { boundedIssues, cutName, shownPath, type JsonPath } from './cut-name.ts';
export { systemClock, type Clock } from './clock.ts';
export { BridgeError, isBridgeError, type WireError } from './errors.ts';
export { fromWire, isNotApplied } from './wire-error.ts';
export { armFailpoint, armFailpointsFrom, failpoint, type FailpointAction } from './failpoint.ts';
export { parseFlags, settingsHelp, type Flags } from './flags.ts';
export { controlSocket, readControl } from './control-socket.ts';
export { freePort } from './free-port.ts';
export { parseListen, serveHealth, type Health, type PartHealth } from './health.ts';
export { randomIds, type Ids } from './ids.ts';
export { inputIssues } from './input-issues.ts';
export { cut, makeLogger, silentLogger, type Logger, type LogLevel } from './logger.ts';
export {
  counter,
  durations,
  gauge,
  metricsText,
  registry,
  sampledGauge,
  type SampledGauge,
} from './metrics.ts';
export { movable } from './movable.ts';
export { ResourceScope, type Release } from './resource-scope.ts';
export {
  openingOrder,
  run,
  type AnyModule,
  type Base,
  type Module,
  type OpenModule,
  type RunningModules,
} from './run.ts';
export {
  processEnv,
  readSettings,
  SETTINGS,
  SettingsError,
  type SettingName,
  type Settings,
} from './settings.ts';
export {
  DEFAULT_POLICY,
  isLoopback,
  policySchema,
  readPolicy,
  type Policy,
  type Rate,
  type RateName,
} from './policy.ts';
export { paced, restMs } from './pace.ts';
export { ReplayedResult } from './replayed-result.ts';
export { Slots } from './slots.ts';
export { sayWaiting, startWaits } from './start-waits.ts';
export { StartError } from './start-error.ts';
export { inSpan, startTracing, traceparent } from './trace.ts';
export {
  openWorkerPool,
  type PoolBounds,
  type WorkerPool,
  type WorkerReply,
} from './worker-pool.ts';
export { whenClosed, type ClosableStream } from './when-closed.ts';
