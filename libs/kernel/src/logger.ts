import { pino, type Logger as PinoLogger } from 'pino';

/** Size of the log buffer, bytes: one write per log line would cost a busy process 10 % of its time. */
const PIECE_BYTES = 4_096;
/** Maximum delay of a log line, ms. An orderly end of the process writes all lines. */
const FLUSH_MS = 100;
/** Maximum number of characters of a user's text in a log line. */
const TEXT_CHARS_MAX = 200;

/** The members of pino that the product uses; tests replace them. */
export type Logger = Pick<PinoLogger, 'trace' | 'debug' | 'info' | 'warn' | 'error'> & {
  child(bindings: Readonly<Record<string, unknown>>): Logger;
};
/** Least severe level that the log contains. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Maximum number of nested causes of one error in the log. */
const CAUSES_MAX = 3;

/**
 * Returns the members of an error that are logged. All other members are left out, because the `detail` of a database
 * error quotes the row and the error of a client quotes the request.
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

/** Makes the process's logger: JSON lines on standard error, with secrets redacted by member name. */
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

/** A logger without output, for tests and tools. */
export const silentLogger: Logger = pino({ level: 'silent' });

/** Cuts a user's text for a log line. */
export function cut(text: string): string {
  return text.length > TEXT_CHARS_MAX ? `${text.slice(0, TEXT_CHARS_MAX)}…` : text;
}
