import type { z } from 'zod';
import type { Bodies } from './bodies.ts';
import type { ActionEntry, Lane, MessageEntry, ServiceName } from './define.ts';

/** What an entry gets from its place in a service's object. */
interface Placed<S extends ServiceName | null> {
  /** As the journal and fingerprints name it: an action's own name, else made of service and key (`builder.layers_put`). */
  readonly name: string;
  /** Who answers; null until an action is built, and then it answers 501 not_configured. */
  readonly service: S;
  /** The entry's key in its service's object, and its handler's. */
  readonly verb: string;
  /** The key with words joined by `_`, behind the service: `bridge.v1.builder.publish_begin`. */
  readonly subject: string;
}
/** One operation of the product, declared once; everything else about it is derived. */
export type Action = ActionEntry & Placed<ServiceName | null>;
/** A message between services that no agent sees. */
export type Message = MessageEntry & Placed<ServiceName>;

/** Subject on the bus: made of fixed names only, never of a user's text. */
export function subjectOf(service: string, verb: string): string {
  return `bridge.v1.${service}.${verb}`;
}

/** Everything a service answers, by the name of the handler that answers it. */
export function defineService<
  const S extends ServiceName | null,
  const T extends Readonly<Record<string, ActionEntry | MessageEntry>>,
>(service: S, entries: T): { readonly [K in keyof T]: T[K] & Placed<S> } {
  const placed = Object.entries(entries).map(([verb, entry]) => {
    const words = verb.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const subject = subjectOf(service ?? 'none', words);
    return [verb, { name: `${service}.${words}`, ...entry, service, verb, subject }];
  });
  return Object.fromEntries(placed) as { readonly [K in keyof T]: T[K] & Placed<S> };
}

/** Either kind of message: what the bus needs to know to send and to serve it. */
export interface Callable<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly service: ServiceName | null;
  readonly verb: string;
  readonly subject: string;
  readonly lane: Lane;
  readonly budgetMs: number;
  readonly bodies: Bodies;
  readonly wireInput: I;
  readonly wireOutput: O;
}
/** What a handler receives for this message. */
export type WireInput<C> = C extends { readonly wireInput: infer I extends z.ZodType }
  ? z.output<I>
  : never;
/** What a handler answers to this message. */
export type WireOutput<C> = C extends { readonly wireOutput: infer O extends z.ZodType }
  ? z.input<O>
  : never;
