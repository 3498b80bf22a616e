import { pino, type Logger as PinoLogger } from 'pino';

/** Lines are written together: one write for each would cost a busy process a tenth of its time (measured). */
const PIECE_BYTES = 4_096;
/** No line waits longer to be written; what ends in order writes all of them. */
const FLUSH_MS = 100;
/** Longest user text that reaches a log line. */
const TEXT_CHARS_MAX = 200;

/** The part of pino that the product uses, so that a test can give its own. */
export type Logger = Pick<PinoLogger, 'trace' | 'debug' | 'info' | 'warn' | 'error'> & {
  child(bindings: Readonly<Record<string, unknown>>): Logger;
};
/** Least level that is written. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Causes that are followed; deeper ones say nothing new. */
const CAUSES_MAX = 3;

/**
 * An error as it is logged: what an operator needs, by name. Everything else an error carries is left out, because a
 * database's `detail` quotes the row, and a client's error the request.
 */
export function loggedError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? cut(error) : typeof error;
  const code: unknown = 'code' in error ? error.code : undefined;
  return {
    type: error.name,
    message: cut(error.message),
    stack: error.stack?.split('\n').slice(1).join('\n'),
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.cause === undefined || depth >= CAUSES_MAX
      ? {}
      : { cause: loggedError(error.cause, depth + 1) }),
  };
}

/** Makes the process's logger: JSON lines on standard error, secrets removed by name as a second line of defence. */
export function makeLogger(level: LogLevel, base: Readonly<Record<string, unknown>>): Logger {
  return pino(
    {
      level,
      base,
      serializers: { err: (error: unknown) => loggedError(error) },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          'secret',
          'password',
          'cookie',
          'authorization',
          'raw_html',
          '*.secret',
          '*.password',
          '*.cookie',
          '*.authorization',
        ],
        censor: '[redacted]',
      },
    },
    pino.destination({ fd: 2, sync: false, minLength: PIECE_BYTES, periodicFlush: FLUSH_MS }),
  );
}

/** A logger that says nothing, for tests and tools. */
export const silentLogger: Logger = pino({ level: 'silent' });

/** Cuts a user's text for a log line. */
export function cut(text: string): string {
  return text.length > TEXT_CHARS_MAX ? `${text.slice(0, TEXT_CHARS_MAX)}…` : text;
}
