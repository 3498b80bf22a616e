import { ACCOUNT } from './services/account.ts';
import { BUILDER } from './services/builder.ts';
import { GATEWAY } from './services/gateway.ts';
import { GENERATOR } from './services/generator.ts';
import { PUBLISHER } from './services/publisher.ts';
import { SURF } from './services/surf.ts';
import { WORLDS } from './services/worlds.ts';
import type { ActionKind, ServiceName } from './define.ts';

/** The callables of each service; the order of the services is that of the tool list. */
export const SERVICES = {
  worlds: WORLDS,
  builder: BUILDER,
  publisher: PUBLISHER,
  surf: SURF,
  gateway: GATEWAY,
  account: ACCOUNT,
  generator: GENERATOR,
} as const satisfies Readonly<Record<ServiceName, object>>;

/** The callables of the service S, by verb. */
export type CallablesOf<S extends ServiceName> = (typeof SERVICES)[S];
type ValueOf<T> = T[keyof T];
type AnyCallable = { [S in ServiceName]: ValueOf<CallablesOf<S>> }[ServiceName];
/** Any action, a tool or not. */
export type AnyAction = Extract<AnyCallable, { readonly kind: ActionKind }>;
/** Name of an action, which is its scope. */
export type ActionName = AnyAction['name'];
/** Any message between services. */
export type AnyMessage = Exclude<AnyCallable, { readonly kind: ActionKind }>;

const CALLABLES = Object.values<Readonly<Record<string, AnyCallable>>>(SERVICES).flatMap(
  (service) => Object.values(service),
);
/** All actions, in the order of the services. */
export const ACTIONS: readonly AnyAction[] = CALLABLES.filter(
  (callable): callable is AnyAction => 'kind' in callable,
);
/** The ten actions that are tools, in the order in which tools are listed. */
export const TOOL_ACTIONS: readonly AnyAction[] = ACTIONS.filter(({ tool }) => tool !== null);
/** All messages between services; the broker's permissions and the bus reference are generated from them. */
export const MESSAGES: readonly AnyMessage[] = CALLABLES.filter(
  (callable): callable is AnyMessage => !('kind' in callable),
);

const messagesByName = new Map(MESSAGES.map((message) => [message.name, message]));
/** Finds a message by its name (`builder.save`). */
export function findMessage(name: string): AnyMessage | undefined {
  return messagesByName.get(name);
}

/** Returns all callables of one service, to which the bus subscribes; none for a process that only calls. */
export function callablesOf(service: string): readonly AnyCallable[] {
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

/** All scopes, sorted; an action's name is its scope. Spec: keys.scopes, actions.names. */
export const SCOPES: readonly ActionName[] = ACTIONS.map((action) => action.name).sort();

function scopesIn(...sets: readonly string[]): readonly ActionName[] {
  return ACTIONS.filter((action) => sets.includes(action.set))
    .map((action) => action.name)
    .sort();
}
/** The scope sets; publish and clear are in `optional` only. Spec: keys.scope-sets, keys.publish-apart. */
export const SCOPE_SETS = {
  read: scopesIn('read'),
  draft: scopesIn('read', 'draft'),
  optional: scopesIn('optional'),
} as const;
