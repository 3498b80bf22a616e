export { ClientConnectionLimiter } from './address-bound.ts';
export { AGENT_KEY_SEARCH, hashAgentKey, isAgentKey, makeAgentKey } from './agent-key.ts';
export { runApp } from './app.ts';
export { BackOff } from './back-off.ts';
export { clientBlock } from './client-address.ts';
export { describeError, retryAfterOf } from './describe-error.ts';
export { boundedIssues, cutName, shownPath, type JsonPathSegments } from './cut-name.ts';
export { embeddedSecret } from './embedded-secret.ts';
export { systemClock, type Clock } from './clock.ts';
export { errorCodeOf } from './error-code.ts';
export { BridgeError, isBridgeError, type WireError } from './errors.ts';
export { fromWire, isNotApplied } from './wire-error.ts';
export { armFailpoint, failpoint, type FailpointAction } from './failpoint.ts';
export { controlSocket, readControl } from './control-socket.ts';
export { freePort } from './free-port.ts';
export { parseListen, type ProcessHealth, type ProcessPartHealth } from './health.ts';
export { randomIds, type RandomIdGenerator } from './ids.ts';
export { inputIssues } from './input-issues.ts';
export { makeLogger, silentLogger, type Logger } from './logger.ts';
export { counter, durations, gauge, metricsText, registry, sampledGauge } from './metrics.ts';
export { wholeBuffersOf } from './whole-buffers.ts';
export { ResourceScope } from './resource-scope.ts';
export {
  run,
  type AnyProcessModule,
  type CommonModuleDeps,
  type ProcessModule,
  type OpenedModule,
  type RunningModules,
} from './run.ts';
export {
  processEnv,
  readSettings,
  SETTINGS,
  SettingsError,
  type SettingName,
  type ProcessSettings,
} from './settings.ts';
export {
  DEFAULT_POLICY,
  isLoopback,
  readPolicy,
  type RatesAndLimits,
  type TokenBucketRate,
  type RateLimitName,
} from './policy.ts';
export { repeatPaced } from './pace.ts';
export { repeatPass } from './repeat-pass.ts';
export { ReplayedResult } from './replayed-result.ts';
export { settlesWithin } from './settles-within.ts';
export { ShortLivedObjectSlotMap } from './slots.ts';
export { showStartWait, listStartWaits } from './start-waits.ts';
export { ProgramStartError } from './start-error.ts';
export { inSpan, traceparent } from './trace.ts';
export { openWorkerPool } from './worker-pool.ts';
export { whenClosed, type ClosableStream } from './when-closed.ts';
