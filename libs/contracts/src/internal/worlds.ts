import { z } from 'zod';
import { accountId, isoTime, word } from '../common.ts';
import { defineMessage } from '../define.ts';
import { LIMITS } from '../limits.ts';
import { worldPermission, worldRole } from '../records.ts';

export const worldsRights = defineMessage({
  service: 'worlds',
  verb: 'rights',
  callers: ['gateway'],
  lane: 'read',
  budget: 'read',
  purpose:
    'Tells the role and permissions of the calling account in each of these Worlds; a World without a role is left out.',
  input: z.object({ words: z.array(word).max(LIMITS.worldsPerAccountMax).nullable() }),
  output: z.object({
    rights: z.array(z.object({ word, role: worldRole, permissions: z.array(worldPermission) })),
  }),
});

export const worldsMembersList = defineMessage({
  service: 'worlds',
  verb: 'members_list',
  callers: ['gateway'],
  lane: 'read',
  budget: 'read',
  purpose: 'Lists the members of a World for one of its members.',
  input: z.object({ word }),
  output: z.object({
    members: z.array(z.object({ account_id: accountId, role: worldRole, since: isoTime })),
  }),
});

export const worldsMembersSet = defineMessage({
  service: 'worlds',
  verb: 'members_set',
  callers: ['gateway'],
  lane: 'change',
  budget: 'change',
  purpose:
    'Gives an account a role in a World or, with null, takes it away; founder only, idempotent by state.',
  input: z.object({ word, member: accountId, role: z.enum(['contributor', 'viewer']).nullable() }),
  output: z.object({ changed: z.boolean() }),
});

export const worldsDashboardSet = defineMessage({
  service: 'worlds',
  verb: 'dashboard_set',
  callers: ['gateway'],
  lane: 'change',
  budget: 'change',
  purpose: 'Sets title and text of a World’s dashboard; founder only, idempotent by state.',
  input: z.object({
    word,
    title: z.string().max(LIMITS.dashboardTitleCharsMax),
    text: z.string().max(LIMITS.dashboardTextCharsMax),
  }),
  output: z.object({ changed: z.boolean() }),
});

export const worldsDashboard = defineMessage({
  service: 'worlds',
  verb: 'dashboard',
  callers: ['sites'],
  lane: 'public',
  budget: 'read',
  purpose: 'Tells the public facts of a World; null when nobody founded it.',
  input: z.object({ word }),
  output: z.object({
    world: z
      .object({
        word,
        title: z.string(),
        text: z.string(),
        founded_at: isoTime,
        suspended: z.boolean(),
      })
      .nullable(),
  }),
});
