import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { BUDGET_MS, type Budget } from './limits.ts';

/** Services that answer on the bus, each with an object of its contract under `services/`. */
export const SERVICE_NAMES = ['worlds', 'builder', 'publisher', 'surf'] as const;
/** One of the services. */
export type ServiceName = (typeof SERVICE_NAMES)[number];
/** Everybody with a user of their own at the broker, whose permissions are generated from the contracts. */
export const CALLER_NAMES = ['gateway', ...SERVICE_NAMES, 'sites', 'ctl'] as const;
/** A service, or another process that calls services. */
export type CallerName = (typeof CALLER_NAMES)[number];
/** What a call does: `read` changes nothing, `add` only adds, `change` replaces or removes what was there. */
export type Kind = 'read' | 'add' | 'change';
/** In which ready-made scope set a scope stands: `read` stands in read and draft, `draft` in draft only. */
export type ScopeSet = 'read' | 'draft' | 'optional' | 'none';
/** Lane of the bounded queue in which a service answers. */
export type Lane = 'read' | 'change' | 'public';

interface ActionSpec<
  N extends string,
  I extends z.ZodObject,
  O extends z.ZodObject,
  WI extends z.ZodType,
  WO extends z.ZodType,
> {
  /** The scope, which is the action's name: `builder.patch`. */
  readonly name: N;
  readonly kind: Kind;
  readonly set: ScopeSet;
  /** One of the fixed ten tools, with its title; actions beyond the catalogue have none. */
  readonly tool?: { readonly title: string };
  /** What an agent reads before it calls: effect, precondition, scope, likeliest errors. */
  readonly purpose: string;
  /** Time and rate of the call; by default those of its kind. */
  readonly budget?: Budget;
  readonly input: I;
  readonly output: O;
  /** What travels on the bus when it differs: large strings as body references. */
  readonly wireInput?: WI;
  readonly wireOutput?: WO;
  /** The refusals particular to this action; those of its input's members and those every action shares are not repeated. */
  readonly errors: readonly ErrorCode[];
  readonly example: z.input<I>;
}

/** A declared action, before its service's object gives it service and subject. */
export interface ActionEntry<
  N extends string = string,
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
  WI extends z.ZodType = z.ZodType,
  WO extends z.ZodType = z.ZodType,
> {
  readonly name: N;
  readonly kind: Kind;
  readonly set: ScopeSet;
  readonly title: string;
  /** Name in the tool catalogue (`builder_patch`), null beyond the ten. */
  readonly tool: string | null;
  readonly purpose: string;
  readonly budget: Budget;
  readonly budgetMs: number;
  readonly lane: Lane;
  readonly input: I;
  readonly output: O;
  readonly wireInput: WI;
  readonly wireOutput: WO;
  readonly errors: readonly ErrorCode[];
  readonly example: z.input<I>;
}

/** Refusals that come with a member of the input. */
const MEMBER_ERRORS: readonly (readonly [string, readonly ErrorCode[]])[] = [
  ['page_id', ['page_not_found']],
  ['expected_revision', ['revision_conflict']],
  ['idempotency_key', ['idempotency_mismatch', 'idempotency_in_progress']],
];

/**
 * Declares an action: tool name, hints, time budget, rate, scope sets, schemas, reference page and the cross-cutting
 * tests are derived from it; bus subject and broker permissions from its key in the service's object.
 */
export function defineAction<
  const N extends string,
  I extends z.ZodObject,
  O extends z.ZodObject,
  WI extends z.ZodType = I,
  WO extends z.ZodType = O,
>(spec: ActionSpec<N, I, O, WI, WO>): ActionEntry<N, I, O, WI, WO> {
  const budget = spec.budget ?? (spec.kind === 'read' ? 'read' : 'change');
  const memberErrors = MEMBER_ERRORS.flatMap(([member, codes]) =>
    member in spec.input.shape ? codes : [],
  );
  return {
    name: spec.name,
    kind: spec.kind,
    set: spec.set,
    title: spec.tool?.title ?? spec.name,
    tool: spec.tool === undefined ? null : spec.name.replace('.', '_'),
    purpose: spec.purpose,
    budget,
    budgetMs: BUDGET_MS[budget],
    lane: spec.kind === 'read' ? 'read' : 'change',
    input: spec.input,
    output: spec.output,
    // Without a wire schema of its own an action travels as it is declared.
    wireInput: spec.wireInput ?? (spec.input as z.ZodType as WI),
    wireOutput: spec.wireOutput ?? (spec.output as z.ZodType as WO),
    errors: [...memberErrors, ...spec.errors],
    example: spec.example,
  };
}

/** A declared message between services that no agent sends, before its service's object gives it service and subject. */
export interface MessageEntry<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly callers: readonly CallerName[];
  readonly lane: Lane;
  readonly budgetMs: number;
  readonly purpose: string;
  readonly wireInput: I;
  readonly wireOutput: O;
}

/** Declares an internal message; `callers` become the broker's allow-lists. */
export function defineMessage<I extends z.ZodType, O extends z.ZodType>(spec: {
  readonly callers: readonly CallerName[];
  readonly lane: Lane;
  readonly budget: Budget;
  readonly purpose: string;
  readonly input: I;
  readonly output: O;
}): MessageEntry<I, O> {
  const { callers, lane, purpose } = spec;
  const budgetMs = BUDGET_MS[spec.budget];
  return { callers, lane, purpose, budgetMs, wireInput: spec.input, wireOutput: spec.output };
}

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
