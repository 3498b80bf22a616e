import { z } from 'zod';

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return (
    (url?.protocol === 'http:' || url?.protocol === 'https:') &&
    url.pathname === '/' &&
    url.username === '' &&
    !/[?#\s]/.test(text)
  );
}
/** Schema of an http or https origin; a slash at its end is removed. */
export const httpUrl = z
  .string()
  .refine(isOrigin, { message: 'must be an http or https address without a path' })
  .transform((text) => text.replace(/\/$/, ''));
/** Schema of the host and port on which a process listens, such as `127.0.0.1:4000`. */
export const listen = z
  .string()
  .regex(
    /^(?:[0-9A-Za-z.-]+|\[[0-9a-fA-F:]+\]):[0-9]{1,5}$/,
    'must be host:port, as 127.0.0.1:4000',
  )
  .refine((text) => Number(text.slice(text.lastIndexOf(':') + 1)) <= 65_535, {
    message: 'port must be at most 65535',
  });

/**
 * True when the text names a folder (`file:…`, `embedded:…`) or is a valid URL of a server. A `#` or `/` in a password makes a
 * URL invalid.
 */
function isFolderOrUrl(text: string): boolean {
  if (/^(?:file|embedded):/.test(text)) return true;
  // A Postgres URL may lack the host: `postgres://user@/database?host=/run/postgresql`.
  return URL.canParse(text.replace(/^(?:s3|meili)\+/, '').replace('@/', '@host/'));
}
/** Schema of a text that matches `form` and names a folder or the URL of a server. */
export function folderOrUrl(form: RegExp, message: string) {
  return z.string().regex(form, { error: message, abort: true }).refine(isFolderOrUrl, {
    message: 'is not a valid URL; write #, / and ? in a password as %23, %2F and %3F',
  });
}

/** Declaration of a setting: the schema of its value, and a description for the help text. */
export interface SettingDefinition {
  readonly schema: z.ZodType;
  readonly about: string;
  /** True for a secret, which is printed as `•••`. */
  readonly secret?: true;
}
/** Declares a setting whose value may be printed. */
export function setting<S extends z.ZodType>(
  schema: S,
  about: string,
): { schema: S; about: string } {
  return { schema, about };
}
/** Declares a setting whose value is a secret and printed as `•••`. */
export function secret<S extends z.ZodType>(schema: S, about: string) {
  return { schema, about, secret: true } as const;
}
