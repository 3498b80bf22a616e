import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { BUDGET_MS, type Budget } from './limits.ts';

/** Services that answer on the bus; each is a room of its own. */
export type ServiceName = 'worlds' | 'builder' | 'publisher' | 'surf' | 'gateway';
/** Who may send an internal message; the broker's permissions are generated from it. */
export type CallerName = ServiceName | 'sites' | 'ctl';
/** What a call does: `read` changes nothing, `add` only adds, `change` replaces or removes what was there. */
export type Kind = 'read' | 'add' | 'change';
/** In which ready-made scope set a scope stands: `read` stands in read and draft, `draft` in draft only. */
export type ScopeSet = 'read' | 'draft' | 'optional' | 'none';
/** Lane of the bounded queue in which a service answers. */
export type Lane = 'read' | 'change' | 'public';

interface ActionSpec<
  N extends string,
  S extends ServiceName | null,
  I extends z.ZodType,
  O extends z.ZodType,
  WI extends z.ZodType,
  WO extends z.ZodType,
> {
  /** The scope, which is the action's name: `builder.patch`. */
  readonly name: N;
  /** Who answers; null until an action is built, and then it answers 501 not_configured. */
  readonly service: S;
  readonly kind: Kind;
  readonly set: ScopeSet;
  /** One of the fixed ten tools, with its title; actions beyond the catalogue have none. */
  readonly tool?: { readonly title: string };
  /** What an agent reads before it calls: effect, precondition, scope, likeliest errors. */
  readonly purpose: string;
  readonly budget?: Budget;
  readonly input: I;
  readonly output: O;
  /** What travels on the bus when it differs: large strings as body references. */
  readonly wireInput?: WI;
  readonly wireOutput?: WO;
  /** The refusals particular to this action; those every action shares are not repeated. */
  readonly errors: readonly ErrorCode[];
  readonly example: z.input<I>;
}

/** One operation of the product, declared once; everything else about it is derived. */
export interface Action<
  N extends string = string,
  S extends ServiceName | null = ServiceName | null,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  WI extends z.ZodType = z.ZodType,
  WO extends z.ZodType = z.ZodType,
> {
  readonly name: N;
  readonly service: S;
  readonly verb: VerbOf<N>;
  readonly kind: Kind;
  readonly set: ScopeSet;
  readonly title: string;
  /** Name in the tool catalogue (`builder_patch`), null beyond the ten. */
  readonly tool: string | null;
  readonly purpose: string;
  readonly budgetMs: number;
  readonly lane: Lane;
  readonly subject: string;
  readonly input: I;
  readonly output: O;
  readonly wireInput: WI;
  readonly wireOutput: WO;
  readonly errors: readonly ErrorCode[];
  readonly example: z.input<I>;
}

/** `patch` of `builder.patch`. */
export type VerbOf<N extends string> = N extends `${string}.${infer V}` ? V : never;

function budgetOf(kind: Kind): Budget {
  return kind === 'read' ? 'read' : 'change';
}

/** Subject on the bus: made of fixed names only, never of a user's text. */
export function subjectOf(service: string, verb: string): string {
  return `bridge.v1.${service}.${verb}`;
}

/**
 * Declares an action. Tool name, bus subject, hints, time budget, scope sets, schemas, reference page and the
 * cross-cutting tests are derived from it (house design section 3).
 */
export function defineAction<
  const N extends string,
  const S extends ServiceName | null,
  I extends z.ZodType,
  O extends z.ZodType,
  WI extends z.ZodType = I,
  WO extends z.ZodType = O,
>(spec: ActionSpec<N, S, I, O, WI, WO>): Action<N, S, I, O, WI, WO> {
  // The part after the first dot, which is what VerbOf says of the type.
  const verb = spec.name.slice(spec.name.indexOf('.') + 1) as VerbOf<N>;
  return {
    name: spec.name,
    service: spec.service,
    verb,
    kind: spec.kind,
    set: spec.set,
    title: spec.tool?.title ?? spec.name,
    tool: spec.tool === undefined ? null : spec.name.replace('.', '_'),
    purpose: spec.purpose,
    budgetMs: BUDGET_MS[spec.budget ?? budgetOf(spec.kind)],
    lane: spec.kind === 'read' ? 'read' : 'change',
    subject: subjectOf(spec.service ?? 'none', verb),
    input: spec.input,
    output: spec.output,
    // Without a wire schema of its own an action travels as it is declared.
    wireInput: spec.wireInput ?? (spec.input as z.ZodType as WI),
    wireOutput: spec.wireOutput ?? (spec.output as z.ZodType as WO),
    errors: spec.errors,
    example: spec.example,
  };
}

/** A message between services that no agent sees. */
export interface Message<
  S extends ServiceName = ServiceName,
  V extends string = string,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> {
  readonly service: S;
  readonly verb: V;
  readonly subject: string;
  readonly callers: readonly CallerName[];
  readonly lane: Lane;
  readonly budgetMs: number;
  readonly purpose: string;
  readonly wireInput: I;
  readonly wireOutput: O;
}

/** Declares an internal message; `callers` become the broker's allow-lists. */
export function defineMessage<
  const S extends ServiceName,
  const V extends string,
  I extends z.ZodType,
  O extends z.ZodType,
>(spec: {
  readonly service: S;
  readonly verb: V;
  readonly callers: readonly CallerName[];
  readonly lane: Lane;
  readonly budget: Budget;
  readonly purpose: string;
  readonly input: I;
  readonly output: O;
}): Message<S, V, I, O> {
  return {
    service: spec.service,
    verb: spec.verb,
    subject: subjectOf(spec.service, spec.verb),
    callers: spec.callers,
    lane: spec.lane,
    budgetMs: BUDGET_MS[spec.budget],
    purpose: spec.purpose,
    wireInput: spec.input,
    wireOutput: spec.output,
  };
}

/** Either kind of message: what the bus needs to know to send and to serve it. */
export interface Callable<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
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
