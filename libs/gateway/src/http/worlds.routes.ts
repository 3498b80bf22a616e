import type { Bus } from '@bridge/bus';
import {
  LIMITS,
  PUBLIC_PATHS,
  word,
  worldsDashboardSet,
  worldsMembersList,
  worldsMembersSet,
  worldsRights,
  type Callable,
} from '@bridge/contracts';
import type { Db } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import { z } from 'zod';
import { ownerByEmail, ownerNames } from '../auth/owner.store.ts';
import { contextOf, ownerPrincipal } from '../dispatch/call-context.ts';
import { email } from './email.ts';
import { okReply } from './errors.ts';
import type { Exchange, Route } from './exchange.ts';
import { asOwner, type OwnerDeps } from './owner-route.ts';
import { checked, readJson } from './read-json.ts';

const worldParams = z.object({ word });
const dashboard = z.strictObject({
  title: z.string().min(1).max(LIMITS.dashboardTitleCharsMax),
  text: z.string().max(LIMITS.dashboardTextCharsMax),
});
const member = z.strictObject({ email, role: z.enum(['contributor', 'viewer']).nullable() });

/** What the founder's routes work with. */
export interface WorldsRouteDeps extends OwnerDeps {
  readonly db: Db;
  readonly bus: Bus;
}

/** A World's dashboard and members, for its founder in person. Source: decisions.md section 2. */
export function worldsRoutes(deps: WorldsRouteDeps): readonly Route[] {
  const base = `${PUBLIC_PATHS.bridge}/worlds/:word`;
  const ask = async <I extends z.ZodType, O extends z.ZodType>(
    callable: Callable<I, O>,
    { requestId }: Exchange,
    accountId: string,
    input: z.input<I>,
  ): Promise<z.output<O>> => {
    const ctx = contextOf(ownerPrincipal(accountId), 'console');
    return (await deps.bus.request(callable, { ctx, input, requestId })).result;
  };

  const setDashboard = asOwner(deps, async (exchange, { account_id: accountId }) => {
    const place = checked(worldParams, exchange.params);
    const asked = await readJson(exchange, dashboard, deps.clock);
    await ask(worldsDashboardSet, exchange, accountId, { ...place, ...asked });
    return okReply(exchange.requestId, { ...place, ...asked });
  });

  const listMembers = asOwner(deps, async (exchange, { account_id: accountId }) => {
    const { members } = await ask(
      worldsMembersList,
      exchange,
      accountId,
      checked(worldParams, exchange.params),
    );
    const names = await ownerNames(
      deps.db,
      members.map((one) => one.account_id),
    );
    const named = members.map((one) => ({ ...one, name: names.get(one.account_id) ?? '' }));
    return okReply(exchange.requestId, { members: named });
  });

  const setMember = asOwner(deps, async (exchange, owner) => {
    const place = checked(worldParams, exchange.params);
    const asked = await readJson(exchange, member, deps.clock);
    const { rights } = await ask(worldsRights, exchange, owner.account_id, { words: [place.word] });
    if (!rights.some(({ permissions }) => permissions.includes('world.manage')))
      throw new BridgeError('world_forbidden', { word: place.word });
    const found = await ownerByEmail(deps.db, asked.email);
    // The same answer, and the same work, whether this address belongs to an owner or not.
    if (found === undefined)
      await ask(worldsRights, exchange, owner.account_id, { words: [place.word] });
    else {
      const input = { ...place, member: found.account_id, role: asked.role };
      await ask(worldsMembersSet, exchange, owner.account_id, input);
    }
    return okReply(exchange.requestId, { ...place, status: 'invited' });
  });

  return [
    { path: base, methods: { POST: setDashboard } },
    { path: `${base}/members`, methods: { GET: listMembers, POST: setMember } },
  ];
}
