import { ACCOUNT, keyId, LIMITS, pageId, revisionNumber, word } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import { z } from 'zod';

/** Schema of a non-negative integer in a path or query, such as `12`. */
export const integerParam = z
  .string()
  .regex(/^[0-9]{1,15}$/)
  .transform(Number);
/** Schema of a positive integer in a query, such as `12`; unlike `integerParam` it refuses 0. */
export const positiveParam = z
  .string()
  .regex(/^[1-9][0-9]{0,14}$/)
  .transform(Number);
/** Schema of a text that a statement compares with stored texts. Postgres refuses a text with a NUL character. */
export const storableText = z.string().regex(/^[^\u0000]*$/, 'must have no NUL character');
/** Schema of a request body that is an empty JSON object. */
export const emptyBody = z.strictObject({});
/** Schema of the query of a route without query parameters. */
export const emptyQuery = z.strictObject({});
/**
 * Query parameters of a list, newest row first: a page begins with the newest row older than `before` (null: the newest row)
 * and has at most `limit` rows.
 */
export const listQuery = {
  before: positiveParam.nullable().default(null),
  limit: positiveParam
    .pipe(z.int().min(1).max(LIMITS.listLimitMax))
    .default(LIMITS.listLimitDefault),
};

/** Schemas of all parameters in the paths of signed-in owners’ routes, by the parameter’s name. */
const PARAMS = {
  page_id: z
    .string()
    .regex(/^[1-9][0-9]{0,15}$/)
    .transform(Number)
    .pipe(pageId),
  revision: integerParam.pipe(revisionNumber),
  word,
  key_id: keyId,
  webhook_id: ACCOUNT.webhookDelete.input.shape.webhook_id,
  session_id: ACCOUNT.pairingEnd.input.shape.session_id,
  /**
   * Any text: the route that checks whether a unique name (word) for a World is free answers an invalid name with a result
   * instead of an error.
   */
  text: z.string(),
} as const;

/** Schema of the path parameters of a route of one website. */
export const pageParams = z.object({ page_id: PARAMS.page_id });

/** Names of the parameters in a path, such as `page_id` in `/pages/:page_id/save`. */
type PathParamName<P extends string> = P extends `${string}:${infer N}/${infer R}`
  ? N | PathParamName<`/${R}`>
  : P extends `${string}:${infer N}`
    ? N
    : never;
/** The checked parameters in the path of a route, by name. */
export type PathParams<P extends string> = {
  readonly [N in PathParamName<P> & keyof typeof PARAMS]: z.output<(typeof PARAMS)[N]>;
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
export function paramsOf<P extends string>(path: P): z.ZodType<PathParams<P>> {
  const shape = Object.fromEntries(paramNames(path).map((name) => [name, PARAMS[name]]));
  // Safe cast: the type computes the same shape as the code, which the compiler cannot prove.
  return z.object(shape) as unknown as z.ZodType<PathParams<P>>;
}

/** Returns the schema of a change’s request body: all members of the change’s input that are not path parameters. */
export function bodySchema<P extends string, S extends z.core.$ZodLooseShape>(
  path: P,
  input: z.ZodObject<S>,
): z.ZodObject<Omit<S, PathParamName<P>>, z.core.$strict> {
  const names: readonly string[] = paramNames(path);
  const members = Object.entries(input.shape).filter(([name]) => !names.includes(name));
  // Without path parameters the input’s own schema is used, so that its refinements stay.
  // The cast below is safe, because the type computes the same shape as the code.
  const body: unknown =
    names.length === 0 ? input.strict() : z.strictObject(Object.fromEntries(members));
  return body as z.ZodObject<Omit<S, PathParamName<P>>, z.core.$strict>;
}
