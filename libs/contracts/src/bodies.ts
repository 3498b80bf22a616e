import { z } from 'zod';
import { bodyRef } from './body-ref.ts';

/**
 * The use of a member that may be larger than a message and therefore travels as a body reference. Input: `adopt`, the
 * service keeps the stored text as its own; `pass`, the service reads the text once. Output: `stored`, the service returns
 * the reference of its stored text and the gateway replaces it with the text. A member that is no string is sent and stored
 * as JSON text.
 */
export type BodyUse = 'adopt' | 'pass' | 'stored';
/** The bodies of a message or action, by member. */
export type Bodies = Readonly<Record<string, BodyUse>>;
/** The bodies that an input may have. */
export type InputBodies<I extends z.ZodType> = {
  readonly [M in keyof z.output<I> & string]?: 'adopt' | 'pass';
};
/** The bodies that an action may have. */
export type BodiesOf<I extends z.ZodType, O extends z.ZodType> = InputBodies<I> & {
  readonly [M in keyof z.output<O> & string]?: 'stored';
};

/**
 * A second form of an action, in which one body is the whole message: a read answers GET with the stored body's exact
 * bytes; a change takes PUT with the bytes of `body` (adopted) in the place of the member `instead` (ADR 023).
 */
export interface RawForm {
  /** Below the bridge's address, with the website's id: `/pages/:page_id/raw`. */
  readonly path: string;
  readonly body: string;
  readonly instead?: string;
}

/** A schema with its bodies as references. */
export type Wire<T extends z.ZodType, B> = [Extract<keyof z.output<T>, keyof B>] extends [never]
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
/** What an action receives on the bus: its input, or its raw form. */
export type WireIn<I extends z.ZodType, B, R> =
  Wire<I, B> extends infer W extends z.ZodObject
    ? R extends { readonly body: infer M extends string; readonly instead: infer X }
      ? z.ZodUnion<
          [W, z.ZodObject<Omit<W['shape'], X & string> & Record<M, typeof bodyRef>, z.core.$strict>]
        >
      : W
    : never;

/** The schema with a body reference for each of its members among `bodies`; one that may be missing still may. */
export function wireOf(schema: z.ZodType, bodies: Bodies): z.ZodType {
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

/** What an action receives on the bus, as a schema. */
export function wireInputOf(input: z.ZodObject, bodies: Bodies, raw: RawForm | null): z.ZodType {
  const wire = wireOf(input, bodies);
  if (raw?.instead === undefined) return wire;
  const others = Object.entries(input.shape).filter(([member]) => member !== raw.instead);
  return z.union([wire, z.strictObject({ ...Object.fromEntries(others), [raw.body]: bodyRef })]);
}
