import { z } from 'zod';
import { bodyRef } from './body-ref.ts';
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
/** A rate that one action has for the whole account, as the policy of rates names it. */
export type AccountRate = 'found';
/** Lane of the bounded queue in which a service answers. */
export type Lane = 'read' | 'change' | 'public';

/**
 * What becomes of a member that may be larger than a message and travels as a body reference. Of the input: an `adopt`ed
 * text is stored once and kept as it is by the service, a `pass`ed one is read once. Of the output: a `stored` one is
 * answered by the reference of what is stored, and the gateway puts its text back. A member that is no string travels
 * and is stored as JSON text.
 */
export type BodyUse = 'adopt' | 'pass' | 'stored';
/** The bodies of an entry, by member. */
export type Bodies = Readonly<Record<string, BodyUse>>;
type InputBodies<I extends z.ZodType> = {
  readonly [M in keyof z.output<I> & string]?: 'adopt' | 'pass';
};
type BodiesOf<I extends z.ZodType, O extends z.ZodType> = InputBodies<I> & {
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
type Wire<T extends z.ZodType, B> = [Extract<keyof z.output<T>, keyof B>] extends [never]
  ? T
  : T extends z.ZodObject<infer Shape>
    ? z.ZodObject<
        { [M in keyof Shape]: M extends keyof B ? typeof bodyRef : Shape[M] },
        z.core.$strict
      >
    : T;
/** What an action receives on the bus: its input, or its raw form. */
type WireIn<I extends z.ZodType, B, R> =
  Wire<I, B> extends infer W extends z.ZodObject
    ? R extends { readonly body: infer M extends string; readonly instead: infer X }
      ? z.ZodUnion<
          [W, z.ZodObject<Omit<W['shape'], X & string> & Record<M, typeof bodyRef>, z.core.$strict>]
        >
      : W
    : never;

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
  /** Names that other services use for the same; a call of one is told this action's name. */
  readonly aliases?: readonly string[];
  /** What an agent reads before it calls: effect, precondition, scope, likeliest errors. */
  readonly purpose: string;
  /** Time and rate of the call; by default those of its kind. */
  readonly budget?: Budget;
  /** A rate of the whole account, besides. */
  readonly accountRate?: AccountRate;
  readonly input: I;
  readonly output: O;
  /** Members that may be larger than a message; wire schema, storing and resolving follow. */
  readonly bodies?: B;
  readonly raw?: R;
  /** What the service answers, where results that an older release stored must pass too. */
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
  readonly aliases: readonly string[];
  readonly purpose: string;
  readonly budget: Budget;
  readonly accountRate: AccountRate | null;
  readonly budgetMs: number;
  readonly lane: Lane;
  readonly input: I;
  readonly output: O;
  /** With the body of the raw form, which is no member of the input. */
  readonly bodies: Bodies;
  readonly raw: RawForm | null;
  readonly wireInput: WI;
  readonly wireOutput: WO;
  readonly errors: readonly ErrorCode[];
  readonly example: z.input<I>;
}

/** The schema with a body reference for each of its members among `bodies`. */
function wireOf(schema: z.ZodType, bodies: Bodies): z.ZodType {
  if (!(schema instanceof z.ZodObject)) return schema;
  const members = Object.keys(bodies).filter((member) => member in schema.shape);
  return members.length === 0
    ? schema
    : schema.extend(Object.fromEntries(members.map((member) => [member, bodyRef])));
}

function wireInputOf(input: z.ZodObject, bodies: Bodies, raw: RawForm | null): z.ZodType {
  const wire = wireOf(input, bodies);
  if (raw?.instead === undefined) return wire;
  const { [raw.instead]: _, ...others } = input.shape;
  return z.union([wire, z.strictObject({ ...others, [raw.body]: bodyRef })]);
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
  const B extends BodiesOf<I, O> = Record<never, never>,
  const R extends RawForm | null = null,
  WO extends z.ZodType = Extract<Wire<O, B>, z.ZodType>,
>(spec: ActionSpec<N, I, O, B, R, WO>): ActionEntry<N, I, O, WireIn<I, B, R>, WO> {
  const { name, kind, set, aliases = [], purpose, input, output, raw = null, example } = spec;
  const budget = spec.budget ?? (kind === 'read' ? 'read' : 'change');
  const memberErrors = MEMBER_ERRORS.flatMap(([member, codes]) =>
    member in input.shape ? codes : [],
  );
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
    lane: kind === 'read' ? 'read' : 'change',
    input,
    output,
    bodies,
    raw,
    // The types say of the schemas what the functions do.
    wireInput: wireInputOf(input, bodies, raw) as WireIn<I, B, R>,
    wireOutput: (spec.wireOutput ?? wireOf(output, bodies)) as WO,
    errors: [...memberErrors, ...spec.errors],
    example,
  };
}

/** A declared message between services that no agent sends, before its service's object gives it service and subject. */
export interface MessageEntry<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  WI extends z.ZodType = z.ZodType,
> {
  readonly callers: readonly CallerName[];
  readonly lane: Lane;
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
  readonly lane: Lane;
  readonly budget: Budget;
  readonly purpose: string;
  readonly input: I;
  readonly output: O;
  readonly bodies?: B;
}): MessageEntry<I, O, Extract<Wire<I, B>, z.ZodType>> {
  const { callers, lane, purpose, budget, input, output } = spec;
  const bodies = { ...spec.bodies } as Bodies;
  const wireInput = wireOf(input, bodies) as Extract<Wire<I, B>, z.ZodType>;
  const budgetMs = BUDGET_MS[budget];
  return { callers, lane, purpose, budgetMs, input, bodies, wireInput, wireOutput: output };
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
