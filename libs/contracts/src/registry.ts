import {
  builderAttach,
  builderClear,
  builderCreate,
  builderGet,
  builderList,
  builderPatch,
  builderPublish,
} from './actions/builder.ts';
import {
  builderLayersPut,
  builderLive,
  builderPublicationsState,
  builderPublishAbandon,
  builderPublishBegin,
  builderPublishCommit,
  builderRevisions,
  builderSetVisibility,
  builderSnapshots,
  builderWorldPages,
} from './internal/builder.ts';
import { builderAdmit, builderDiscard } from './internal/builder-bodies.ts';
import {
  surfExplain,
  surfImportBatch,
  surfImportBegin,
  surfImportEnd,
  surfImportHashes,
  surfImportStatus,
  surfImportStop,
  surfJudge,
  surfRollback,
  surfStats,
} from './internal/surf.ts';
import {
  worldsDashboard,
  worldsDashboardSet,
  worldsInvitationAnswer,
  worldsInvitations,
  worldsInvite,
  worldsLeave,
  worldsMembersList,
  worldsMembersSet,
  worldsRights,
} from './internal/worlds.ts';
import { LATER_ACTIONS } from './actions/later.ts';
import { surfSearch } from './actions/surf.ts';
import { worldsFound, worldsList } from './actions/worlds.ts';

/** The ten operations of both surfaces, in the order in which tools are listed. */
export const TOOL_ACTIONS = [
  worldsList,
  worldsFound,
  builderList,
  builderCreate,
  builderGet,
  builderPatch,
  builderAttach,
  builderClear,
  builderPublish,
  surfSearch,
] as const;
/** Every action: the ten tools and those that only act serves. */
export const ACTIONS = [...TOOL_ACTIONS, ...LATER_ACTIONS] as const;
/** Any of the 23 actions. */
export type AnyAction = (typeof ACTIONS)[number];
/** Name of an action, which is its scope. */
export type ActionName = AnyAction['name'];

/** Every message between services; the broker's permissions and the bus reference are generated from it. */
export const MESSAGES = [
  worldsRights,
  worldsMembersList,
  worldsMembersSet,
  worldsInvite,
  worldsInvitations,
  worldsInvitationAnswer,
  worldsLeave,
  worldsDashboardSet,
  worldsDashboard,
  builderPublishBegin,
  builderPublishCommit,
  builderPublishAbandon,
  builderPublicationsState,
  builderLive,
  builderSnapshots,
  builderWorldPages,
  builderSetVisibility,
  builderLayersPut,
  builderRevisions,
  builderAdmit,
  builderDiscard,
  surfStats,
  surfRollback,
  surfExplain,
  surfJudge,
  surfImportBegin,
  surfImportStatus,
  surfImportHashes,
  surfImportBatch,
  surfImportEnd,
  surfImportStop,
] as const;
/** Any message between services. */
export type AnyMessage = (typeof MESSAGES)[number];

/** Everything that the service S must answer, by verb. */
export type CallablesOf<S> = {
  [C in Extract<AnyAction | AnyMessage, { readonly service: S }> as C['verb']]: C;
};
/** All callables of one service, for the bus to subscribe to. */
export function callablesOf(service: string): readonly (AnyAction | AnyMessage)[] {
  return [...ACTIONS, ...MESSAGES].filter((callable) => callable.service === service);
}

const byName = new Map<string, AnyAction>(
  ACTIONS.flatMap((action): [string, AnyAction][] =>
    action.tool === null
      ? [[action.name, action]]
      : [
          [action.name, action],
          [action.tool, action],
        ],
  ),
);

/** Finds an action by its name or its tool name (`builder.patch`, `builder_patch`). */
export function findAction(name: string): AnyAction | undefined {
  return byName.get(name);
}

/** The 23 scopes, sorted; an action's name is its scope (decisions.md section 1). */
export const SCOPES: readonly ActionName[] = ACTIONS.map((action) => action.name).sort();

function scopesIn(...sets: readonly string[]): readonly ActionName[] {
  return ACTIONS.filter((action) => sets.includes(action.set))
    .map((action) => action.name)
    .sort();
}
/** Ready-made scope sets; publish and clear stand in none but `optional`. Source: service.md section 5. */
export const SCOPE_SETS = {
  read: scopesIn('read'),
  draft: scopesIn('read', 'draft'),
  optional: scopesIn('optional'),
} as const;
