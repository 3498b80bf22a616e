import { defineService } from '../service.ts';
import { dashboard, dashboardSet, listedSet, worldsOverview } from './worlds/dashboard.ts';
import { found } from './worlds/found.ts';
import { handOver, handOverAnswer, worldsHome } from './worlds/hand-over.ts';
import { listWorlds } from './worlds/list.ts';
import {
  invitationAnswer,
  invitations,
  invite,
  leave,
  membersList,
  membersSet,
  rights,
} from './worlds/members.ts';
import { own, ownFacts, wordState } from './worlds/own.ts';

/** Actions and messages of the worlds service: Worlds (public identities) with their unique names, members and dashboards. */
export const WORLDS = defineService('worlds', {
  list: listWorlds,
  found,
  // From here on: messages between services, which agents cannot call.
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
  overview: worldsOverview,
  ownFacts,
  own,
  wordState,
  handOver,
  handOverAnswer,
  home: worldsHome,
});
