import { ACCOUNT } from './services/account.ts';
import { BUILDER } from './services/builder.ts';
import { GATEWAY } from './services/gateway.ts';
import { GENERATOR } from './services/generator.ts';
import { PUBLISHER } from './services/publisher.ts';
import { SURF } from './services/surf.ts';
import { WORLDS } from './services/worlds.ts';
import type { ActionKind, ServiceName } from './define.ts';

/** The actions and messages of each service. The order of the services is the order of the tool list. */
export const SERVICES = {
  worlds: WORLDS,
  builder: BUILDER,
  publisher: PUBLISHER,
  surf: SURF,
  gateway: GATEWAY,
  account: ACCOUNT,
  generator: GENERATOR,
} as const satisfies Readonly<Record<ServiceName, object>>;

/** The actions and messages of service `S`, by the name of their handler. */
export type ServiceCallDefinitions<S extends ServiceName> = (typeof SERVICES)[S];
/** Union of the types of the members of `T`. */
type ValueOf<T> = T[keyof T];
/** The type of all declared actions and messages. */
type AnyBusCallDefinition = { [S in ServiceName]: ValueOf<ServiceCallDefinitions<S>> }[ServiceName];
/** The type of all declared actions. */
export type AnyAction = Extract<AnyBusCallDefinition, { readonly kind: ActionKind }>;
/** Name of an action, which is also the name of its scope. */
export type ActionName = AnyAction['name'];
/** The type of all declared messages between services. */
export type AnyServiceMessage = Exclude<AnyBusCallDefinition, { readonly kind: ActionKind }>;

const CALLABLES = Object.values<Readonly<Record<string, AnyBusCallDefinition>>>(SERVICES).flatMap(
  (service) => Object.values(service),
);
/** All actions, grouped by service in the order of `SERVICES`. */
export const ACTIONS: readonly AnyAction[] = CALLABLES.filter(
  (callable): callable is AnyAction => 'kind' in callable,
);
/** The ten actions that MCP offers as tools, in the order of the tool list. */
export const TOOL_ACTIONS: readonly AnyAction[] = ACTIONS.filter(({ tool }) => tool !== null);
/** All messages between services; the broker's permissions and the bus reference are generated from them. */
export const MESSAGES: readonly AnyServiceMessage[] = CALLABLES.filter(
  (callable): callable is AnyServiceMessage => !('kind' in callable),
);

const messagesByName = new Map(MESSAGES.map((message) => [message.name, message]));
/** Finds a message by its name (`builder.save`). */
export function findMessage(name: string): AnyServiceMessage | undefined {
  return messagesByName.get(name);
}

/** Returns the actions and messages that a service answers; an empty list for a process that answers none. */
export function callablesOf(service: string): readonly AnyBusCallDefinition[] {
  return CALLABLES.filter((callable) => callable.service === service);
}

const byName = new Map<string, AnyAction>(
  ACTIONS.flatMap((action) =>
    [action.name, action.tool ?? action.name].map((name) => [name, action] as const),
  ),
);

/** Finds an action by its name or its tool name (`builder.patch`, `builder_patch`). */
export function findAction(name: string): AnyAction | undefined {
  return byName.get(name);
}

/** The names of all scopes, sorted; each action's name is a scope. Spec: keys.scopes, actions.names. */
export const SCOPES: readonly ActionName[] = ACTIONS.map((action) => action.name).sort();

function scopesIn(...sets: readonly string[]): readonly ActionName[] {
  return ACTIONS.filter((action) => sets.includes(action.set))
    .map((action) => action.name)
    .sort();
}
/**
 * The scopes of each scope set, a named group of permissions for a key. `builder.publish` and `builder.clear` are in
 * `optional` only. Spec: keys.scope-sets, keys.publish-apart.
 */
export const SCOPE_SETS = {
  read: scopesIn('read'),
  draft: scopesIn('read', 'draft'),
  optional: scopesIn('optional'),
} as const;
