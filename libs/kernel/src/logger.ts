import { pino, type Logger as PinoLogger } from 'pino';
import { errorCodeOf } from './error-code.ts';

/** Size of the log buffer in bytes. Without a buffer, one write for each log line took 10 % of the time of a busy process. */
const PIECE_BYTES = 4_096;
/** Maximum time that a log line stays in the buffer, ms. A regular shutdown flushes the buffer. */
const FLUSH_MS = 100;
/** Maximum number of characters of a text from a client in a log line; a longer text is cut. */
const TEXT_CHARS_MAX = 200;

/** The logger that modules receive: the methods of pino that the product uses. */
export type Logger = Pick<PinoLogger, 'trace' | 'debug' | 'info' | 'warn' | 'error'> & {
  child(bindings: Readonly<Record<string, unknown>>): Logger;
};
/** Lowest severity that the log contains; `silent` for no log. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Maximum depth of nested `cause` errors in a log line; deeper causes are omitted. */
const CAUSES_MAX = 3;

/** Returns the call frames of a stack. The lines before them repeat the message, which may quote a text of any length. */
function framesOf(stack: string | undefined): string | undefined {
  const lines = stack?.split('\n');
  const before = lines?.findLastIndex((line) => !line.startsWith('    at ')) ?? -1;
  return lines?.slice(before + 1).join('\n');
}

/**
 * Returns the parts of an error that may be logged: type, message, code, stack and cause. Other properties are omitted; a
 * database error's `detail`, for example, quotes row data.
 */
export function loggedError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? cutText(error) : typeof error;
  const code = errorCodeOf(error);
  return {
    type: error.name,
    message: cutText(error.message),
    stack: framesOf(error.stack),
    ...(code === '' ? {} : { code }),
    ...(error.cause === undefined || depth >= CAUSES_MAX
      ? {}
      : { cause: loggedError(error.cause, depth + 1) }),
  };
}

/** Creates the logger of the process, which writes JSON lines to stderr and masks properties such as `password`. */
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

/** A logger that writes nothing, for tests and tools. */
export const silentLogger: Logger = pino({ level: 'silent' });

/** Shortens a text from a client for a log line. */
export function cutText(text: string): string {
  return text.length > TEXT_CHARS_MAX ? `${text.slice(0, TEXT_CHARS_MAX)}…` : text;
}
