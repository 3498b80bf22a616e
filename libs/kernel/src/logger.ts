import { pino, type Logger as PinoLogger } from 'pino';

/** Longest user text that reaches a log line. */
const TEXT_CHARS_MAX = 200;

/** The part of pino that the product uses, so that a test can give its own. */
export type Logger = Pick<PinoLogger, 'trace' | 'debug' | 'info' | 'warn' | 'error'> & {
  child(bindings: Readonly<Record<string, unknown>>): Logger;
};
/** Least level that is written. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Makes the process's logger: JSON lines on standard error, secrets removed by name as a second line of defence. */
export function makeLogger(level: LogLevel, base: Readonly<Record<string, unknown>>): Logger {
  return pino(
    {
      level,
      base,
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
    pino.destination({ fd: 2, sync: false }),
  );
}

/** A logger that says nothing, for tests and tools. */
export const silentLogger: Logger = pino({ level: 'silent' });

/** Cuts a user's text for a log line. */
export function cut(text: string): string {
  return text.length > TEXT_CHARS_MAX ? `${text.slice(0, TEXT_CHARS_MAX)}…` : text;
}
