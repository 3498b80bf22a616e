import type { z } from 'zod';
import type { LargeTextUseByMember } from './bodies.ts';
import type {
  ActionDeclaration,
  CallQueueClass,
  ServiceMessageDeclaration,
  ServiceName,
} from './define.ts';

/**
 * Names of an action or message that are derived from its service and its key in the object that declares the service’s
 * calls.
 */
interface BusCallNames<S extends ServiceName> {
  /**
   * Name in the journal (audit log) and in fingerprints: an action’s declared name, else `service.key`
   * (`builder.layers_put`).
   */
  readonly name: string;
  /** The service that answers the call. */
  readonly service: S;
  /** Key of the action or message in the object that declares the service’s calls, which is also the name of its handler. */
  readonly verb: string;
  /** Subject on the bus, from service and key in snake_case: `bridge.v1.builder.publish_begin`. */
  readonly subject: string;
}
/** An operation that agents may call. Tools, permissions, tests and documents are derived from its declaration. */
export type Action = ActionDeclaration & BusCallNames<ServiceName>;

/** Returns the bus subject of an action or message. It consists of declared names only, never of user text. */
export function subjectOf(service: string, verb: string): string {
  return `bridge.v1.${service}.${verb}`;
}

/** Declares all actions and messages of a service. The keys of `entries` are the names of their handlers. */
export function defineService<
  const S extends ServiceName,
  const T extends Readonly<Record<string, ActionDeclaration | ServiceMessageDeclaration>>,
>(service: S, entries: T): { readonly [K in keyof T]: T[K] & BusCallNames<S> } {
  const placed = Object.entries(entries).map(([verb, entry]) => {
    const words = verb.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const subject = subjectOf(service, words);
    return [verb, { name: `${service}.${words}`, ...entry, service, verb, subject }];
  });
  return Object.fromEntries(placed) as { readonly [K in keyof T]: T[K] & BusCallNames<S> };
}

/** An action or a message between services, as the bus sends and serves it. */
export interface BusCallDefinition<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> {
  readonly name: string;
  readonly service: ServiceName;
  readonly verb: string;
  readonly subject: string;
  readonly callClass: CallQueueClass;
  readonly budgetMs: number;
  readonly bodies: LargeTextUseByMember;
  readonly wireInput: I;
  readonly wireOutput: O;
}
/** Type of the input that the handler of action or message `C` receives from the bus. */
export type WireInput<C> = C extends { readonly wireInput: infer I extends z.ZodType }
  ? z.output<I>
  : never;
/** Type of the result that the handler of action or message `C` returns. */
export type WireOutput<C> = C extends { readonly wireOutput: infer O extends z.ZodType }
  ? z.input<O>
  : never;
