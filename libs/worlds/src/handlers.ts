import { handlersOf } from '@bridge/bus';
import { dashboard } from './actions/dashboard.ts';
import { dashboardSet } from './actions/dashboard-set.ts';
import { found } from './actions/found.ts';
import { handOver, handOverAnswer, worldsHome } from './actions/hand-over.ts';
import { invitationAnswer } from './actions/invitation-answer.ts';
import { invitations } from './actions/invitations.ts';
import { invite } from './actions/invite.ts';
import { leave } from './actions/leave.ts';
import { list } from './actions/list.ts';
import { listedSet } from './actions/listed-set.ts';
import { membersList } from './actions/members-list.ts';
import { membersSet } from './actions/members-set.ts';
import { overview } from './actions/overview.ts';
import { own, ownFacts, wordState } from './actions/own.ts';
import { rights } from './actions/rights.ts';
import type { WorldsDeps } from './deps.ts';

/** The handlers of all actions and messages in WORLDS, the contract of this service on the bus, under the same names. */
export const worldsHandlers = handlersOf<'worlds', WorldsDeps>({
  list,
  found,
  rights,
  membersList,
  membersSet,
  invite,
  invitations,
  invitationAnswer,
  leave,
  dashboardSet,
  listedSet,
  dashboard,
  overview,
  ownFacts,
  own,
  wordState,
  handOver,
  handOverAnswer,
  home: worldsHome,
});
