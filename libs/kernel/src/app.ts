import { systemClock } from './clock.ts';
import { armFailpointsFrom } from './failpoint.ts';
import { parseFlags, settingsHelp } from './flags.ts';
import { serveControl, serveHealth, type ProcessHealth, type ProcessPartHealth } from './health.ts';
import { randomIds } from './ids.ts';
import { makeLogger, type Logger, type LogLevel } from './logger.ts';
import { run, type AnyProcessModule, type RunningModules } from './run.ts';
import { readSettings, SettingsError, type ProcessSettings } from './settings.ts';
import { ProgramStartError } from './start-error.ts';
import { listStartWaits } from './start-waits.ts';
import { startTracing } from './trace.ts';

/**
 * Maximum time in ms from SIGTERM to the end of the process. The outcome of calls that are still unanswered is then unknown.
 */
const STOP_MS_MAX = 10_000;

/**
 * A program of the product, such as `gateway`, or `bridge` with all services in one process: its modules and the callbacks that
 * print its progress.
 */
export interface ProgramDefinition {
  readonly name: string;
  /** One sentence about the program, for its --help text. */
  readonly about: string;
  readonly logLevel: LogLevel;
  modules(settings: ProcessSettings): readonly AnyProcessModule[];
  /**
   * Returns the path of a Unix socket on which command-line tools on this machine read the program's health; null for no
   * socket.
   */
  controlSocket?(settings: ProcessSettings): string | null;
  /** Called after each module has opened; `ms` is the time that its opening took. */
  onOpened?(name: string, ms: number): void;
  /** Called once after all modules have opened; `ms` is the time since the process started. */
  onReady?(running: RunningModules, settings: ProcessSettings, ms: number): Promise<void> | void;
  /** Called when SIGINT or SIGTERM starts the shutdown. */
  onStopping?(): void;
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Prints the error and ends the process: exit code 2 for invalid settings, else 1. */
function giveUp(error: unknown, log: Logger | undefined): never {
  if (error instanceof SettingsError) {
    say(error.problems.join('\n'));
    process.exit(2);
  }
  if (error instanceof ProgramStartError) {
    say(error.message);
    // The message tells the operator what to do. Its cause is logged at level debug only.
    if (error.cause !== undefined) log?.debug({ err: error.cause }, 'start_failed');
    process.exit(1);
  }
  say(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  process.exit(1);
}

/** The mutable state of a program from start to shutdown. */
interface ProcessState {
  state: 'starting' | 'ready' | 'stopping';
  readonly stopping: AbortController;
  opening: Promise<RunningModules> | undefined;
  running: RunningModules | undefined;
  /** Exports the remaining trace spans; does nothing without tracing. */
  endTracing: () => Promise<void>;
}

/**
 * True when the shutdown has begun. The comparison is in a function because a signal handler can change `state` during an
 * await: TypeScript would keep the narrowed type of a direct comparison.
 */
function isStopping(life: ProcessState): boolean {
  return life.state === 'stopping';
}

async function parts(life: ProcessState): Promise<readonly ProcessPartHealth[]> {
  if (life.running !== undefined) return life.running.parts();
  const waits = listStartWaits();
  const notes = waits.length > 0 ? waits : ['is opening its parts'];
  return notes.map((note) => ({ part: 'start', ok: false, note }));
}

async function health(life: ProcessState): Promise<ProcessHealth> {
  const states = await parts(life);
  const canServe = states.every(({ blocksTraffic }) => blocksTraffic !== true);
  return { ready: life.state === 'ready' && canServe, parts: states };
}

/** Stops the program and exits with the error when one of its modules fails. */
function stopOnFailure(
  app: ProgramDefinition,
  life: ProcessState,
  running: RunningModules,
  log: Logger,
): void {
  void running.failed.then(async (reason) => {
    if (isStopping(life)) return;
    life.state = 'stopping';
    app.onStopping?.();
    log.error({ err: reason }, 'part_failed');
    setTimeout(() => giveUp(reason, log), STOP_MS_MAX).unref();
    await running.stop();
    await life.endTracing();
    giveUp(reason, log);
  });
}

function stopOnSignals(app: ProgramDefinition, life: ProcessState, log: Logger): void {
  const stop = (signal: string): void => {
    if (life.state === 'stopping') process.exit(1);
    life.state = 'stopping';
    app.onStopping?.();
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_MS_MAX).unref();
    life.stopping.abort();
    // Modules that are still opening are awaited and closed, so that an embedded database ends before this process.
    const stopped = life.opening?.then(
      (running) => running.stop(),
      () => undefined,
    );
    void (stopped ?? Promise.resolve()).then(life.endTracing).then(() => process.exit(0));
  };
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));
}

/**
 * Starts a program, which then runs until a signal ends it. Reads the settings, and serves health checks before the modules
 * open.
 */
export async function runApp(app: ProgramDefinition): Promise<void> {
  let log: Logger | undefined;
  const life: ProcessState = {
    state: 'starting',
    stopping: new AbortController(),
    opening: undefined,
    running: undefined,
    endTracing: () => Promise.resolve(),
  };
  try {
    const flags = parseFlags(process.argv.slice(2));
    if (flags.help) {
      process.stdout.write(`${app.about}\n\n${settingsHelp()}\n`);
      return;
    }
    const settings = readSettings({ ...process.env, ...flags.env });
    armFailpointsFrom(process.env.BRIDGE_TEST_FAILPOINTS);
    log = makeLogger(settings.BRIDGE_LOG ?? app.logLevel, { app: app.name, pid: process.pid });
    stopOnSignals(app, life, log);
    if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined)
      life.endTracing = await startTracing(`agent-bridge-${app.name}`);
    if (settings.BRIDGE_INTERNAL_LISTEN !== undefined) {
      await serveHealth(settings.BRIDGE_INTERNAL_LISTEN, () => health(life));
    }
    const base = { settings, log, clock: systemClock, ids: randomIds };
    const onOpened = (name: string, ms: number): void => app.onOpened?.(name, ms);
    life.opening = run(app.modules(settings), base, onOpened, life.stopping);
    life.running = await life.opening;
    // SIGTERM arrived while the last module opened, so the shutdown has already begun.
    if (isStopping(life)) return;
    life.state = 'ready';
    stopOnFailure(app, life, life.running, log);
    const socket = app.controlSocket?.(settings) ?? null;
    if (socket !== null) await serveControl(socket, () => health(life));
    await app.onReady?.(life.running, settings, process.uptime() * 1_000);
    log.info({ ms: Math.round(process.uptime() * 1_000) }, 'ready');
  } catch (error) {
    if (!isStopping(life)) giveUp(error, log);
  }
}
