import type { Bus } from '@bridge/bus';
import { WORLDS } from '@bridge/contracts';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import { ownerPrincipal } from '../dispatch/call-context.ts';
import { makeServiceCaller } from './call-service.ts';
import { okReply } from './errors.ts';
import type { Route } from './exchange.ts';
import { asOwner, type OwnerDeps } from './owner-route.ts';
import { worldParams } from './params.ts';
import { checked, readJson } from './read-json.ts';
import { makeChangeSender } from './send-change.ts';

const offerRequest = WORLDS.handOver.input.omit({ word: true }).strict();
const offerAnswerRequest = WORLDS.handOverAnswer.input.omit({ word: true }).strict();

/** Dependencies of the routes by which the founder of a World hands it over. */
export interface HandOverRouteDeps extends OwnerDeps {
  readonly bus: Bus;
  readonly limiter: RateLimiter;
}

/** Returns the routes by which a founder offers a World to a member, who accepts or declines. Spec: worlds.handed-over. */
export function handOverRoutes(deps: HandOverRouteDeps): readonly Route[] {
  const { clock, limiter } = deps;
  const call = makeServiceCaller(deps.bus);
  const send = makeChangeSender(deps);

  const offer = asOwner(deps, async (exchange, owner) => {
    const world = checked(worldParams, exchange.params);
    const body = await readJson(exchange, offerRequest, clock);
    return send(WORLDS.handOver, exchange, owner, { ...world, ...body });
  });

  const respond = asOwner(deps, async (exchange, { account_id: own }) => {
    const world = checked(worldParams, exchange.params);
    const { accept } = await readJson(exchange, offerAnswerRequest, clock);
    limiter.takeChange(ownerPrincipal(own));
    const { role } = await call(WORLDS.handOverAnswer, exchange, own, { ...world, accept });
    return okReply(exchange.requestId, { ...world, role });
  });

  return [
    { path: '/api/console/worlds/:word/hand-over', methods: { POST: offer } },
    { path: '/api/console/worlds/:word/hand-over/answer', methods: { POST: respond } },
  ];
}
