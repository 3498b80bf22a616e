import { ACCOUNT, keyId, LIMITS, pageId, word } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import { z } from 'zod';

/** Schema of an integer in a path or query, such as `12`. */
export const integerParam = z
  .string()
  .regex(/^[0-9]{1,15}$/)
  .transform(Number);
/** Schema of a positive integer in a query, such as `12`. */
export const positiveParam = z
  .string()
  .regex(/^[1-9][0-9]{0,14}$/)
  .transform(Number);
/** Schema of a request body without members. */
export const emptyBody = z.strictObject({});
/** Schema of the query of a route without query parameters. */
export const emptyQuery = z.strictObject({});
/** Members of the query of a list, newest row first: the row before which a page of it begins, and its length. */
export const listQuery = {
  before: positiveParam.nullable().default(null),
  limit: positiveParam
    .pipe(z.int().min(1).max(LIMITS.listLimitMax))
    .default(LIMITS.listLimitDefault),
};

/** Schemas of all parameters that the paths of session routes contain, by name. */
const PARAMS = {
  page_id: z
    .string()
    .regex(/^[1-9][0-9]{0,15}$/)
    .transform(Number)
    .pipe(pageId),
  revision: integerParam.pipe(z.int().positive()),
  word,
  key_id: keyId,
  webhook_id: ACCOUNT.webhookDelete.input.shape.webhook_id,
  session_id: ACCOUNT.pairingEnd.input.shape.session_id,
  /** Any text; used where a word in an invalid form must not be refused by its schema. */
  text: z.string(),
} as const;

/** Schema of the path parameters of a route of one website. */
export const pageParams = z.object({ page_id: PARAMS.page_id });

/** Names of the parameters in a path, such as `page_id` in `/pages/:page_id/save`. */
type ParamName<P extends string> = P extends `${string}:${infer N}/${infer R}`
  ? N | ParamName<`/${R}`>
  : P extends `${string}:${infer N}`
    ? N
    : never;
/** The checked parameters of a path. */
export type Params<P extends string> = {
  readonly [N in ParamName<P> & keyof typeof PARAMS]: z.output<(typeof PARAMS)[N]>;
};

/** Returns the names of the parameters in a path. Throws for a parameter without a schema. */
function paramNames(path: string): readonly (keyof typeof PARAMS)[] {
  return Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => {
    if (!(name in PARAMS))
      throw new BridgeError('internal', {}, { cause: `no schema of ${name} in ${path}` });
    return name as keyof typeof PARAMS;
  });
}

/** Returns the schema of the parameters in a path. */
export function paramsOf<P extends string>(path: P): z.ZodType<Params<P>> {
  const shape = Object.fromEntries(paramNames(path).map((name) => [name, PARAMS[name]]));
  // The type computes the same shape as the code; the compiler cannot prove this.
  return z.object(shape) as unknown as z.ZodType<Params<P>>;
}

/** Returns the schema of the body of a change: all members of its input that are no parameters of the path. */
export function bodySchema<P extends string, S extends z.core.$ZodLooseShape>(
  path: P,
  input: z.ZodObject<S>,
): z.ZodObject<Omit<S, ParamName<P>>, z.core.$strict> {
  const names: readonly string[] = paramNames(path);
  const members = Object.entries(input.shape).filter(([name]) => !names.includes(name));
  // An input without path parameters is returned as it is, so that its refinements stay. The type computes the same
  // shape as the code.
  const body: unknown =
    names.length === 0 ? input.strict() : z.strictObject(Object.fromEntries(members));
  return body as z.ZodObject<Omit<S, ParamName<P>>, z.core.$strict>;
}
