import { z } from 'zod';
import { bodyRef } from './body-ref.ts';

/**
 * How an action uses a large text, which the bus carries as a body reference (its bytes, or the name of a stored object).
 * Input: with `adopt` the service keeps the stored text, with `pass` it reads the text once. Output: with `stored` the result
 * contains a reference, which the gateway replaces with the text. A member that is not a string is stored as JSON text.
 */
export type LargeTextUse = 'adopt' | 'pass' | 'stored';
/** How an action uses the large texts of its input and output, by the name of their member. */
export type LargeTextUseByMember = Readonly<Record<string, LargeTextUse>>;
/**
 * For members of the input schema `I`: how the action uses the member as a large text. Members without an entry are sent as
 * they are.
 */
export type InputLargeTextUse<I extends z.ZodType> = {
  readonly [M in keyof z.output<I> & string]?: 'adopt' | 'pass';
};
/**
 * For members of the input and output schemas: how the action uses the member as a large text. Members without an entry are
 * sent as they are.
 */
export type ActionLargeTextUse<I extends z.ZodType, O extends z.ZodType> = InputLargeTextUse<I> & {
  readonly [M in keyof z.output<O> & string]?: 'stored';
};

/**
 * A second HTTP form of an action, in which one large text is the whole HTTP body. A read answers GET with the stored bytes;
 * a change takes PUT with the bytes. In the PUT form, the input has the member that `body` names in place of the member that
 * `instead` names (ADR 023).
 */
export interface RawBodyEndpoint {
  /** Path below `/api/agent-bridge`, with a placeholder for the website’s id: `/pages/:page_id/raw`. */
  readonly path: string;
  readonly body: string;
  readonly instead?: string;
}

/**
 * Schema `T` as services send it on the bus: each large text in `B` is replaced with a body reference (the bytes of the text,
 * or the name of its stored object).
 */
export type WireSchemaOf<T extends z.ZodType, B> = [Extract<keyof z.output<T>, keyof B>] extends [
  never,
]
  ? T
  : T extends z.ZodObject<infer Shape>
    ? z.ZodObject<
        {
          [M in keyof Shape]: M extends keyof B
            ? Shape[M] extends z.ZodOptional
              ? z.ZodOptional<typeof bodyRef>
              : typeof bodyRef
            : Shape[M];
        },
        z.core.$strict
      >
    : T;
/**
 * Schema of an action's input on the bus: the normal form, or, when `R` declares a raw form (an HTTP request whose body is one
 * text), either of the two forms.
 */
export type WireInputSchema<I extends z.ZodType, B, R> =
  WireSchemaOf<I, B> extends infer W extends z.ZodObject
    ? R extends { readonly body: infer M extends string; readonly instead: infer X }
      ? z.ZodUnion<
          [W, z.ZodObject<Omit<W['shape'], X & string> & Record<M, typeof bodyRef>, z.core.$strict>]
        >
      : W
    : never;

/**
 * Returns the schema that services use on the bus: each member in `bodies` becomes a body reference (the bytes of the text, or
 * the name of its stored object). An optional member stays optional.
 */
export function wireOf(schema: z.ZodType, bodies: LargeTextUseByMember): z.ZodType {
  if (!(schema instanceof z.ZodObject)) return schema;
  const members = Object.keys(bodies).filter((member) => member in schema.shape);
  return members.length === 0
    ? schema
    : schema.extend(
        Object.fromEntries(
          members.map((member) => [
            member,
            schema.shape[member] instanceof z.ZodOptional ? bodyRef.optional() : bodyRef,
          ]),
        ),
      );
}

/**
 * Returns the schema of an action's input on the bus: its normal form or, where `raw` declares a form whose whole HTTP body is
 * one text, either form.
 */
export function wireInputOf(
  input: z.ZodObject,
  bodies: LargeTextUseByMember,
  raw: RawBodyEndpoint | null,
): z.ZodType {
  const wire = wireOf(input, bodies);
  if (raw?.instead === undefined) return wire;
  const others = Object.entries(input.shape).filter(([member]) => member !== raw.instead);
  return z.union([wire, z.strictObject({ ...Object.fromEntries(others), [raw.body]: bodyRef })]);
}
