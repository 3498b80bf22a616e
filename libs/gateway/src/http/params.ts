import { pageId, word } from '@bridge/contracts';
import { z } from 'zod';

/** Schema of the path parameters of a route of one website. */
export const pageParams = z.object({
  page_id: z
    .string()
    .regex(/^[1-9][0-9]{0,15}$/)
    .transform(Number)
    .pipe(pageId),
});
/** Schema of the path parameters of a route of one World. */
export const worldParams = z.object({ word });
/** Schema of a request body without members. */
export const emptyBody = z.strictObject({});
/** Schema of an integer in a path or query, such as `12`. */
export const integerParam = z
  .string()
  .regex(/^[0-9]{1,15}$/)
  .transform(Number);
/** Schema of the query of a route without query parameters. */
export const emptyQuery = z.strictObject({});
/** Schema of a positive integer in a query, such as `12`. */
export const positiveParam = z
  .string()
  .regex(/^[1-9][0-9]{0,14}$/)
  .transform(Number);
