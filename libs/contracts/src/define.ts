import type { z } from 'zod';
import {
  wireInputOf,
  wireOf,
  type Bodies,
  type BodiesOf,
  type InputBodies,
  type RawForm,
  type Wire,
  type WireIn,
} from './bodies.ts';
import type { ErrorCode } from './errors.ts';
import { BUDGET_MS, type Budget } from './limits.ts';
import { memberErrors } from './member-errors.ts';
import { CALLER_NAMES, SERVICE_NAMES, type CallerName, type ServiceName } from './service-names.ts';

export { CALLER_NAMES, SERVICE_NAMES, type CallerName, type ServiceName };
/** The effect of a call: `read` has none, `add` only adds, `change` replaces or removes data. */
export type Kind = 'read' | 'add' | 'change';
/** The scope set of a scope: `read` is in the sets read and draft, `draft` in draft only. */
export type ScopeSet = 'read' | 'draft' | 'optional' | 'none';
/** A rate of one action for the whole account, by its name in the policy. */
export type AccountRate = 'found';
/** Class of a call; a service answers each class from a bounded queue of its own. */
export type CallClass = 'read' | 'change' | 'public';

/** How a call waits in the gateway while a list of its result is empty. The service itself answers at once. */
export interface LongPoll {
  /** Member of the input with the seconds to wait; the call takes as much longer than its budget. */
  readonly seconds: string;
  /** Member of the result, a list: the call waits while it is empty. */
  readonly list: string;
  /** Members of the input with an effect, which only the first request to the service contains. */
  readonly once: readonly string[];
}

interface ActionSpec<
  N extends string,
  I extends z.ZodObject,
  O extends z.ZodObject,
  B extends BodiesOf<I, O>,
  R extends RawForm | null,
  WO extends z.ZodType,
> {
  /** The scope, which is the action's name: `builder.patch`. */
  readonly name: N;
  readonly kind: Kind;
  readonly set: ScopeSet;
  /** One of the fixed ten tools, with its title; actions beyond the catalogue have none. */
  readonly tool?: { readonly title: string };
  /** Names that other products use for this action; a call of one is refused with the name of this action. */
  readonly aliases?: readonly string[];
  /** Text for agents: effect, precondition, scope, likely errors. */
  readonly purpose: string;
  /** Time and rate of the call; by default those of its kind. */
  readonly budget?: Budget;
  /** A further rate, for the whole account. */
  readonly accountRate?: AccountRate;
  readonly input: I;
  readonly output: O;
  /** Members that may be larger than a message; wire schema, storing and resolving follow. */
  readonly bodies?: B;
  readonly raw?: R;
  /** Present for an action whose call may wait. */
  readonly longPoll?: LongPoll;
  /** What the service answers, where results that an older release stored must pass too. */
  readonly wireOutput?: WO;
  /** The refusals particular to this action; those of its input's members and those every action shares are not repeated. */
  readonly errors: readonly ErrorCode[];
  readonly example: z.input<I>;
}

/** A declared action, before `defineService` adds service and subject. */
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
  readonly aliases: readonly string[];
  readonly purpose: string;
  readonly budget: Budget;
  readonly accountRate: AccountRate | null;
  readonly budgetMs: number;
  readonly callClass: CallClass;
  readonly input: I;
  readonly output: O;
  /** With the body of the raw form, which is no member of the input. */
  readonly bodies: Bodies;
  readonly raw: RawForm | null;
  /** Null for an action that never waits. */
  readonly longPoll: LongPoll | null;
  readonly wireInput: WI;
  readonly wireOutput: WO;
  readonly errors: readonly ErrorCode[];
  readonly example: z.input<I>;
}

/**
 * Declares an action: tool name, hints, time budget, rate, scope sets, schemas, reference page and the cross-cutting
 * tests are derived from it; bus subject and broker permissions from its key in the service's object.
 */
export function defineAction<
  const N extends string,
  I extends z.ZodObject,
  O extends z.ZodObject,
  const B extends BodiesOf<I, O> = Record<never, never>,
  const R extends RawForm | null = null,
  WO extends z.ZodType = Extract<Wire<O, B>, z.ZodType>,
>(spec: ActionSpec<N, I, O, B, R, WO>): ActionEntry<N, I, O, WireIn<I, B, R>, WO> {
  const { name, kind, set, aliases = [], purpose, input, output, raw = null, example } = spec;
  const budget = spec.budget ?? (kind === 'read' ? 'read' : 'change');
  const rawBody: Bodies = raw?.instead === undefined ? {} : { [raw.body]: 'adopt' };
  const bodies = { ...spec.bodies, ...rawBody } as Bodies;
  return {
    name,
    kind,
    set,
    title: spec.tool?.title ?? name,
    tool: spec.tool === undefined ? null : name.replace('.', '_'),
    aliases,
    purpose,
    budget,
    accountRate: spec.accountRate ?? null,
    budgetMs: BUDGET_MS[budget],
    callClass: kind === 'read' ? 'read' : 'change',
    input,
    output,
    bodies,
    raw,
    longPoll: spec.longPoll ?? null,
    // The types of the schemas mirror the functions.
    wireInput: wireInputOf(input, bodies, raw) as WireIn<I, B, R>,
    wireOutput: (spec.wireOutput ?? wireOf(output, bodies)) as WO,
    errors: [...memberErrors(input), ...spec.errors],
    example,
  };
}

/** A declared message between services, before `defineService` adds service and subject. */
export interface MessageEntry<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  WI extends z.ZodType = z.ZodType,
> {
  readonly callers: readonly CallerName[];
  readonly callClass: CallClass;
  readonly budgetMs: number;
  readonly purpose: string;
  readonly input: I;
  readonly bodies: Bodies;
  readonly wireInput: WI;
  readonly wireOutput: O;
}

/** Declares an internal message; `callers` become the broker's allow-lists. */
export function defineMessage<
  I extends z.ZodObject,
  O extends z.ZodType,
  const B extends InputBodies<I> = Record<never, never>,
>(spec: {
  readonly callers: readonly CallerName[];
  readonly callClass: CallClass;
  readonly budget: Budget;
  readonly purpose: string;
  readonly input: I;
  readonly output: O;
  readonly bodies?: B;
}): MessageEntry<I, O, Extract<Wire<I, B>, z.ZodType>> {
  const { callers, callClass, purpose, budget, input, output } = spec;
  const bodies = { ...spec.bodies } as Bodies;
  const wireInput = wireOf(input, bodies) as Extract<Wire<I, B>, z.ZodType>;
  const budgetMs = BUDGET_MS[budget];
  return { callers, callClass, purpose, budgetMs, input, bodies, wireInput, wireOutput: output };
}
