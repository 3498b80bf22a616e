import type { z } from 'zod';
import type { Bodies } from './bodies.ts';
import type { ActionEntry, CallClass, MessageEntry, ServiceName } from './define.ts';

/** The members of an entry that follow from its key in the object of a service. */
interface EntryIdentity<S extends ServiceName> {
  /** The name in the journal and in fingerprints: that of an action, else service and key (`builder.layers_put`). */
  readonly name: string;
  /** The service that answers. */
  readonly service: S;
  /** The key of the entry in the object of its service, and of its handler. */
  readonly verb: string;
  /** Service and key in snake_case: `bridge.v1.builder.publish_begin`. */
  readonly subject: string;
}
/** One operation of the product, declared once; everything else about it is derived. */
export type Action = ActionEntry & EntryIdentity<ServiceName>;
/** A message between services that no agent sees. */
export type Message = MessageEntry & EntryIdentity<ServiceName>;

/** A subject on the bus; it contains fixed names only, never text of a user. */
export function subjectOf(service: string, verb: string): string {
  return `bridge.v1.${service}.${verb}`;
}

/** Declares all entries of a service, by the names of their handlers. */
export function defineService<
  const S extends ServiceName,
  const T extends Readonly<Record<string, ActionEntry | MessageEntry>>,
>(service: S, entries: T): { readonly [K in keyof T]: T[K] & EntryIdentity<S> } {
  const placed = Object.entries(entries).map(([verb, entry]) => {
    const words = verb.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const subject = subjectOf(service, words);
    return [verb, { name: `${service}.${words}`, ...entry, service, verb, subject }];
  });
  return Object.fromEntries(placed) as { readonly [K in keyof T]: T[K] & EntryIdentity<S> };
}

/** An action or a message, as the bus sends and serves it. */
export interface Callable<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly service: ServiceName;
  readonly verb: string;
  readonly subject: string;
  readonly callClass: CallClass;
  readonly budgetMs: number;
  readonly bodies: Bodies;
  readonly wireInput: I;
  readonly wireOutput: O;
}
/** The input of the handler of this message. */
export type WireInput<C> = C extends { readonly wireInput: infer I extends z.ZodType }
  ? z.output<I>
  : never;
/** The output of the handler of this message. */
export type WireOutput<C> = C extends { readonly wireOutput: infer O extends z.ZodType }
  ? z.input<O>
  : never;
