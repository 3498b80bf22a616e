import type { z } from 'zod';
import {
  wireInputOf,
  wireOf,
  type BodyUses,
  type BodiesOf,
  type InputBodies,
  type RawForm,
  type WireValue,
  type WireInputOf,
} from './bodies.ts';
import type { ErrorCode } from './errors.ts';
import { BUDGET_MS, type Budget } from './limits.ts';
import { memberErrors } from './member-errors.ts';
import { CALLER_NAMES, SERVICE_NAMES, type CallerName, type ServiceName } from './service-names.ts';

export { CALLER_NAMES, SERVICE_NAMES, type CallerName, type ServiceName };
/** The effect of a call: `read` has none, `add` only adds, `change` replaces or removes data. */
export type ActionKind = 'read' | 'add' | 'change';
/** The scope set that contains a scope: `read` scopes are in the sets read and draft, `draft` scopes in draft only. */
export type ScopeSet = 'read' | 'draft' | 'optional' | 'none';
/** Name of a rate in the policy that limits one action of a whole account. */
export type AccountRate = 'found';
/** Class of a call; a service has a bounded queue for each class. */
export type CallClass = 'read' | 'change' | 'public';

/** How the gateway repeats a call while a list of its result is empty. The service itself answers at once. */
export interface LongPoll {
  /** Name of the input member with the seconds to wait; the call's time budget grows by them. */
  readonly seconds: string;
  /** Name of the result member, a list: the call waits while it is empty. */
  readonly list: string;
  /** Names of the input members with an effect; only the first request to the service contains them. */
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
  /** The action's name, which is also its scope: `builder.patch`. */
  readonly name: N;
  readonly kind: ActionKind;
  readonly set: ScopeSet;
  /** Present for the ten actions that are tools, with the tool's title. */
  readonly tool?: { readonly title: string };
  /** Names that other products use for this action; a call of one is refused with the name of this action. */
  readonly aliases?: readonly string[];
  /** Text for agents: the action's effect, precondition, scope and likely errors. */
  readonly purpose: string;
  /** Name of the time budget and rate of the call; by default those of its kind. */
  readonly budget?: Budget;
  /** A further rate that limits the action for the whole account. */
  readonly accountRate?: AccountRate;
  readonly input: I;
  readonly output: O;
  /**
   * Members that may be larger than a message. The wire schema and the storing of these members are derived from it.
   */
  readonly bodies?: B;
  readonly raw?: R;
  /** Present for an action whose call may wait. */
  readonly longPoll?: LongPoll;
  /** Schema of the service's answer, where results that an older release stored must pass too. */
  readonly wireOutput?: WO;
  /**
   * The error codes particular to this action, without those of its input's members and those that every action shares.
   */
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
  readonly kind: ActionKind;
  readonly set: ScopeSet;
  readonly title: string;
  /** Name in the tool catalogue (`builder_patch`); null for an action that is not a tool. */
  readonly tool: string | null;
  readonly aliases: readonly string[];
  readonly purpose: string;
  readonly budget: Budget;
  readonly accountRate: AccountRate | null;
  readonly budgetMs: number;
  readonly callClass: CallClass;
  readonly input: I;
  readonly output: O;
  /** The body members of the input, and that of the raw form, which is no input member. */
  readonly bodies: BodyUses;
  readonly raw: RawForm | null;
  /** The options of waiting; null for an action that never waits. */
  readonly longPoll: LongPoll | null;
  readonly wireInput: WI;
  readonly wireOutput: WO;
  readonly errors: readonly ErrorCode[];
  readonly example: z.input<I>;
}

/**
 * Declares an action. Its tool name, hints, time budget, rate, scope sets, schemas, reference page and cross-cutting
 * tests are derived from the declaration; its bus subject and broker permissions from its key in the service's object.
 */
export function defineAction<
  const N extends string,
  I extends z.ZodObject,
  O extends z.ZodObject,
  const B extends BodiesOf<I, O> = Record<never, never>,
  const R extends RawForm | null = null,
  WO extends z.ZodType = Extract<WireValue<O, B>, z.ZodType>,
>(spec: ActionSpec<N, I, O, B, R, WO>): ActionEntry<N, I, O, WireInputOf<I, B, R>, WO> {
  const { name, kind, set, aliases = [], purpose, input, output, raw = null, example } = spec;
  const budget = spec.budget ?? (kind === 'read' ? 'read' : 'change');
  const rawBody: BodyUses = raw?.instead === undefined ? {} : { [raw.body]: 'adopt' };
  const bodies = { ...spec.bodies, ...rawBody } as BodyUses;
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
    // The types of the schemas repeat the logic of the functions, which the compiler cannot relate.
    wireInput: wireInputOf(input, bodies, raw) as WireInputOf<I, B, R>,
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
  readonly bodies: BodyUses;
  readonly wireInput: WI;
  readonly wireOutput: O;
}

/** Declares an internal message; `callers` become the broker's permissions. */
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
}): MessageEntry<I, O, Extract<WireValue<I, B>, z.ZodType>> {
  const { callers, callClass, purpose, budget, input, output } = spec;
  const bodies = { ...spec.bodies } as BodyUses;
  const wireInput = wireOf(input, bodies) as Extract<WireValue<I, B>, z.ZodType>;
  const budgetMs = BUDGET_MS[budget];
  return { callers, callClass, purpose, budgetMs, input, bodies, wireInput, wireOutput: output };
}
