import { z } from 'zod';
import { bodyRef } from './body-ref.ts';

/**
 * The use of a member that may be larger than a message and therefore travels as a body reference. Input: `adopt`, the
 * service keeps the stored text as its own; `pass`, the service reads the text once. Output: `stored`, the service returns
 * the reference of its stored text and the gateway replaces it with the text. A member that is no string is sent and stored
 * as JSON text.
 */
export type BodyUse = 'adopt' | 'pass' | 'stored';
/** The body members of a message or action, each with its use. */
export type BodyUses = Readonly<Record<string, BodyUse>>;
/** The string or JSON members of an input that may be declared as bodies. */
export type InputBodies<I extends z.ZodType> = {
  readonly [M in keyof z.output<I> & string]?: 'adopt' | 'pass';
};
/** The members of an action's input and output that may be declared as bodies. */
export type BodiesOf<I extends z.ZodType, O extends z.ZodType> = InputBodies<I> & {
  readonly [M in keyof z.output<O> & string]?: 'stored';
};

/**
 * A second form of an action, in which one body is the whole message: a read answers GET with the stored body's exact
 * bytes; a change takes PUT with the bytes of `body` (adopted) in the place of the member `instead` (ADR 023).
 */
export interface RawForm {
  /** Path below the bridge's base address, with the website's id: `/pages/:page_id/raw`. */
  readonly path: string;
  readonly body: string;
  readonly instead?: string;
}

/** The value of a schema as it travels on the bus: its bodies are references. */
export type WireValue<T extends z.ZodType, B> = [Extract<keyof z.output<T>, keyof B>] extends [
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
/** The type of an action's input on the bus, or of its raw form. */
export type WireInputOf<I extends z.ZodType, B, R> =
  WireValue<I, B> extends infer W extends z.ZodObject
    ? R extends { readonly body: infer M extends string; readonly instead: infer X }
      ? z.ZodUnion<
          [W, z.ZodObject<Omit<W['shape'], X & string> & Record<M, typeof bodyRef>, z.core.$strict>]
        >
      : W
    : never;

/**
 * Returns the schema with a body reference for each of its members among `bodies`; an optional member stays optional.
 */
export function wireOf(schema: z.ZodType, bodies: BodyUses): z.ZodType {
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

/** Returns the schema of an action's input on the bus. */
export function wireInputOf(input: z.ZodObject, bodies: BodyUses, raw: RawForm | null): z.ZodType {
  const wire = wireOf(input, bodies);
  if (raw?.instead === undefined) return wire;
  const others = Object.entries(input.shape).filter(([member]) => member !== raw.instead);
  return z.union([wire, z.strictObject({ ...Object.fromEntries(others), [raw.body]: bodyRef })]);
}
