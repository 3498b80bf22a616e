import type { Handlers } from '@bridge/bus';
import { dashboard } from './actions/dashboard.ts';
import { dashboardSet } from './actions/dashboard-set.ts';
import { found } from './actions/found.ts';
import { invitationAnswer } from './actions/invitation-answer.ts';
import { invitations } from './actions/invitations.ts';
import { invite } from './actions/invite.ts';
import { leave } from './actions/leave.ts';
import { list } from './actions/list.ts';
import { membersList } from './actions/members-list.ts';
import { membersSet } from './actions/members-set.ts';
import { rights } from './actions/rights.ts';
import type { WorldsDeps } from './deps.ts';

/** Everything this service answers. */
export function worldsHandlers(deps: WorldsDeps): Handlers<'worlds'> {
  return {
    list: list(deps),
    found: found(deps),
    rights: rights(deps),
    members_list: membersList(deps),
    members_set: membersSet(deps),
    invite: invite(deps),
    invitations: invitations(deps),
    invitation_answer: invitationAnswer(deps),
    leave: leave(deps),
    dashboard_set: dashboardSet(deps),
    dashboard: dashboard(deps),
  };
}
