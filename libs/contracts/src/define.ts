import type { z } from 'zod';
import {
  wireInputOf,
  wireOf,
  type LargeTextUseByMember,
  type ActionLargeTextUse,
  type InputLargeTextUse,
  type RawBodyEndpoint,
  type WireSchemaOf,
  type WireInputSchema,
} from './bodies.ts';
import type { ErrorCode } from './errors.ts';
import { BUDGET_MS, type TimeBudgetName } from './limits.ts';
import { memberErrors } from './member-errors.ts';
import { CALLER_NAMES, SERVICE_NAMES, type CallerName, type ServiceName } from './service-names.ts';

export { CALLER_NAMES, SERVICE_NAMES, type CallerName, type ServiceName };
/** What an action does to stored data: `read` changes nothing, `add` only adds, `change` replaces or removes. */
export type ActionKind = 'read' | 'add' | 'change';
/** The named set of scopes that contains an action's scope. The set `draft` also contains all `read` scopes. */
export type ScopeSetName = 'read' | 'draft' | 'optional' | 'none';
/** Name of a configured rate limit that counts the calls of one action over all keys of an account. */
export type AccountRateName = 'found';
/** Class of a call on the bus; `public` is a read for a visitor. Each service has one bounded queue per class. */
export type CallQueueClass = 'read' | 'change' | 'public';

/** Options of an action that waits (long poll): the gateway repeats the call until a list in its result has an entry. */
export interface LongPollOptions {
  /** Name of the input member with the seconds to wait, by which the call may exceed its time budget. */
  readonly seconds: string;
  /** Name of a list in the result; the gateway repeats the call while this list is empty. */
  readonly list: string;
  /**
   * Names of input members that cause an effect, such as an acknowledgement. The gateway sends them with the first request
   * only, not with its repetitions.
   */
  readonly once: readonly string[];
}

/** The argument of `defineAction`: everything that a developer declares about an action. */
interface DefineActionOptions<
  N extends string,
  I extends z.ZodObject,
  O extends z.ZodObject,
  B extends ActionLargeTextUse<I, O>,
  R extends RawBodyEndpoint | null,
  WO extends z.ZodType,
> {
  /** The action's name, which is also its scope: `builder.patch`. */
  readonly name: N;
  readonly kind: ActionKind;
  readonly set: ScopeSetName;
  /** Present for the ten actions that are MCP tools, with the tool’s title. */
  readonly tool?: { readonly title: string };
  /** Names that other products use for this action; a call under such a name is refused with a hint to this action. */
  readonly aliases?: readonly string[];
  /** Text for agents: the action's effect, precondition, scope and likely errors. */
  readonly purpose: string;
  /** Name of the call's time budget and rate limit; default: `read` for an action of kind `read`, else `change`. */
  readonly budget?: TimeBudgetName;
  /** A further rate limit, counted over all keys of the account. */
  readonly accountRate?: AccountRateName;
  readonly input: I;
  readonly output: O;
  /**
   * Members that may be larger than a bus message, with how the action uses them. Their wire schema and storage are derived
   * from this.
   */
  readonly bodies?: B;
  readonly raw?: R;
  /** Present for an action that can wait for a result. */
  readonly longPoll?: LongPollOptions;
  /** Schema of the service’s answer, when it must also accept results that an older release of the product stored. */
  readonly wireOutput?: WO;
  /**
   * Error codes specific to this action. Codes that all actions have, and codes that members such as `page_id` add, need not be
   * listed.
   */
  readonly errors: readonly ErrorCode[];
  readonly example: z.input<I>;
}

/** The declaration of an action, before `defineService` adds its service and bus subject. */
export interface ActionDeclaration<
  N extends string = string,
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
  WI extends z.ZodType = z.ZodType,
  WO extends z.ZodType = z.ZodType,
> {
  readonly name: N;
  readonly kind: ActionKind;
  readonly set: ScopeSetName;
  readonly title: string;
  /** Name of the MCP tool (`builder_patch`); null for an action that is not a tool. */
  readonly tool: string | null;
  readonly aliases: readonly string[];
  readonly purpose: string;
  readonly budget: TimeBudgetName;
  readonly accountRate: AccountRateName | null;
  readonly budgetMs: number;
  readonly callClass: CallQueueClass;
  readonly input: I;
  readonly output: O;
  /**
   * The members that the bus carries as references to large texts, including the one that is the whole HTTP body in the raw
   * form.
   */
  readonly bodies: LargeTextUseByMember;
  readonly raw: RawBodyEndpoint | null;
  /** Options of the long poll; null for an action that never waits. */
  readonly longPoll: LongPollOptions | null;
  readonly wireInput: WI;
  readonly wireOutput: WO;
  readonly errors: readonly ErrorCode[];
  readonly example: z.input<I>;
}

/**
 * Declares an action. Tool name and annotations, time budget, rate, scope sets, schemas, reference page and common tests are
 * derived from the declaration. Bus subject and broker permissions are derived from its key in the service's object.
 */
export function defineAction<
  const N extends string,
  I extends z.ZodObject,
  O extends z.ZodObject,
  const B extends ActionLargeTextUse<I, O> = Record<never, never>,
  const R extends RawBodyEndpoint | null = null,
  WO extends z.ZodType = Extract<WireSchemaOf<O, B>, z.ZodType>,
>(
  spec: DefineActionOptions<N, I, O, B, R, WO>,
): ActionDeclaration<N, I, O, WireInputSchema<I, B, R>, WO> {
  const { name, kind, set, aliases = [], purpose, input, output, raw = null, example } = spec;
  const budget = spec.budget ?? (kind === 'read' ? 'read' : 'change');
  const rawBody: LargeTextUseByMember = raw?.instead === undefined ? {} : { [raw.body]: 'adopt' };
  const bodies = { ...spec.bodies, ...rawBody } as LargeTextUseByMember;
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
    // The types compute the same schemas as the functions, but the compiler cannot prove this. Therefore the casts are needed.
    wireInput: wireInputOf(input, bodies, raw) as WireInputSchema<I, B, R>,
    wireOutput: (spec.wireOutput ?? wireOf(output, bodies)) as WO,
    errors: [...memberErrors(input), ...spec.errors],
    example,
  };
}

/** The declaration of a message between services, before `defineService` adds its service and bus subject. */
export interface ServiceMessageDeclaration<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  WI extends z.ZodType = z.ZodType,
> {
  readonly callers: readonly CallerName[];
  readonly callClass: CallQueueClass;
  readonly budgetMs: number;
  readonly purpose: string;
  readonly input: I;
  readonly bodies: LargeTextUseByMember;
  readonly wireInput: WI;
  readonly wireOutput: O;
}

/** Declares a message between services; the broker lets only `callers` send it. */
export function defineMessage<
  I extends z.ZodObject,
  O extends z.ZodType,
  const B extends InputLargeTextUse<I> = Record<never, never>,
>(spec: {
  readonly callers: readonly CallerName[];
  readonly callClass: CallQueueClass;
  /** Name of the call's time budget; default: `change` for call class `change`, else `read`. */
  readonly budget?: TimeBudgetName;
  readonly purpose: string;
  readonly input: I;
  readonly output: O;
  readonly bodies?: B;
}): ServiceMessageDeclaration<I, O, Extract<WireSchemaOf<I, B>, z.ZodType>> {
  const { callers, callClass, purpose, input, output } = spec;
  const budget = spec.budget ?? (callClass === 'change' ? 'change' : 'read');
  const bodies = { ...spec.bodies } as LargeTextUseByMember;
  const wireInput = wireOf(input, bodies) as Extract<WireSchemaOf<I, B>, z.ZodType>;
  const budgetMs = BUDGET_MS[budget];
  return { callers, callClass, purpose, budgetMs, input, bodies, wireInput, wireOutput: output };
}
