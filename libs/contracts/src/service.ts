import type { z } from 'zod';
import type { BodyUses } from './bodies.ts';
import type { ActionEntry, CallClass, MessageEntry, ServiceName } from './define.ts';

/** The members of an entry that follow from its key in the object of a service. */
interface EntryIdentity<S extends ServiceName> {
  /**
   * The name in the journal and in fingerprints: for an action its own name, else service and key
   * (`builder.layers_put`).
   */
  readonly name: string;
  /** The service that answers the callable. */
  readonly service: S;
  /** The key of the entry in the object of its service, and of its handler. */
  readonly verb: string;
  /** Subject on the bus, made of service and key in snake_case: `bridge.v1.builder.publish_begin`. */
  readonly subject: string;
}
/**
 * One operation of the product, declared once; tests, tools, permissions and documents are derived from the
 * declaration.
 */
export type Action = ActionEntry & EntryIdentity<ServiceName>;
/** A message between services that no agent sees. */
export type Message = MessageEntry & EntryIdentity<ServiceName>;

/** Returns the subject of a callable on the bus. It contains fixed names only, never text of a user. */
export function subjectOf(service: string, verb: string): string {
  return `bridge.v1.${service}.${verb}`;
}

/** Declares all callables of a service, by the names of their handlers. */
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
  readonly bodies: BodyUses;
  readonly wireInput: I;
  readonly wireOutput: O;
}
/** The type of a handler's input. */
export type WireInput<C> = C extends { readonly wireInput: infer I extends z.ZodType }
  ? z.output<I>
  : never;
/** The type of a handler's output. */
export type WireOutput<C> = C extends { readonly wireOutput: infer O extends z.ZodType }
  ? z.input<O>
  : never;
