import { pageId, word } from '@bridge/contracts';
import { z } from 'zod';

/** Path parameters of a route of one website. */
export const pageParams = z.object({
  page_id: z
    .string()
    .regex(/^[1-9][0-9]{0,15}$/)
    .transform(Number)
    .pipe(pageId),
});
/** Path parameters of a route of one World. */
export const worldParams = z.object({ word });
/** A body without members. */
export const emptyBody = z.strictObject({});
/** An integer in a path or a query. */
export const integerParam = z
  .string()
  .regex(/^[0-9]{1,15}$/)
  .transform(Number);
/** The query of a route that has none. */
export const emptyQuery = z.strictObject({});
/** A number of a query: digits of an integer from 1. */
export const positiveParam = z
  .string()
  .regex(/^[1-9][0-9]{0,14}$/)
  .transform(Number);
