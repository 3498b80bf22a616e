import { BUILDER, word, WORLDS } from '@bridge/contracts';
import type { Bus } from '@bridge/bus';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import { ownerPrincipal } from '../dispatch/call-context.ts';
import { makeActionCaller, type ActionCallerDeps } from './call-action.ts';
import { makeServiceCaller } from './call-service.ts';
import { okReply } from './errors.ts';
import type { Handler, Route } from './exchange.ts';
import { isServiceAway } from './is-service-away.ts';
import { asOwner, type OwnerDeps } from './owner-route.ts';
import { worldParams } from './params.ts';
import { checked, readJson } from './read-json.ts';
import { makeChangeSender } from './send-change.ts';

const offRequest = BUILDER.worldOff.input.omit({ word: true }).strict();

/** Dependencies of the routes of an owner's Worlds. */
export interface OwnWorldsRouteDeps extends OwnerDeps, ActionCallerDeps {
  readonly bus: Bus;
  readonly limiter: RateLimiter;
}

/** Resolves to null when the service is unavailable, so that the other parts of the screen are shown. */
async function orMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isServiceAway(error)) return null;
    throw error;
  }
}

/** Makes the handler that lists the Worlds of an owner with their counts. */
function listHandler(deps: OwnWorldsRouteDeps): Handler {
  const ask = makeServiceCaller(deps.bus);
  return asOwner(deps, async (exchange, { account_id: own }) => {
    deps.limiter.takeRead(ownerPrincipal(own));
    const [{ worlds }, { facts }] = await Promise.all([
      ask(WORLDS.list, exchange, own, {}),
      ask(WORLDS.ownFacts, exchange, own, {}),
    ]);
    const words = worlds.map((one) => one.word);
    const counted = await orMissing(ask(BUILDER.worldCounts, exchange, own, { words }));
    const factsOf = new Map(facts.map((one) => [one.word, one]));
    const countOf = new Map(counted?.counts.map((one) => [one.word, one.websites]));
    const shown = worlds.map((world) => ({
      ...world,
      listed: factsOf.get(world.word)?.listed ?? true,
      members: factsOf.get(world.word)?.members ?? 1,
      invitations: factsOf.get(world.word)?.invitations ?? null,
      websites: countOf.get(world.word) ?? null,
    }));
    const missing = counted === null ? ['builder'] : [];
    return okReply(exchange.requestId, { worlds: shown, missing });
  });
}

/** Returns the routes by which an owner founds and reads Worlds and takes websites off. Spec: worlds.own, worlds.taken-off. */
export function ownWorldsRoutes(deps: OwnWorldsRouteDeps): readonly Route[] {
  const { clock, limiter } = deps;
  const act = makeActionCaller(deps);
  const ask = makeServiceCaller(deps.bus);
  const send = makeChangeSender(deps);

  const read = asOwner(deps, async (exchange, { account_id: own }) => {
    const at = checked(worldParams, exchange.params);
    limiter.takeRead(ownerPrincipal(own));
    const { world } = await ask(WORLDS.own, exchange, own, at);
    // Contributors also see the websites; a viewer sees only the members.
    const found =
      world.role === 'viewer' || world.suspended
        ? { websites: [] }
        : await orMissing(ask(BUILDER.worldWebsites, exchange, own, at));
    const missing = found === null ? ['builder'] : [];
    return okReply(exchange.requestId, { world, websites: found?.websites ?? null, missing });
  });

  const found = asOwner(deps, async (exchange, owner) => {
    const body = await readJson(exchange, WORLDS.found.input, clock);
    return act(exchange, owner, WORLDS.found.name, body);
  });

  const readWord = asOwner(deps, async (exchange, { account_id: own }) => {
    limiter.takeRead(ownerPrincipal(own));
    const sent = exchange.params['word'] ?? '';
    const parsed = word.safeParse(sent);
    if (!parsed.success)
      return okReply(exchange.requestId, { word: sent, free: false, reason: 'form' });
    const state = await ask(WORLDS.wordState, exchange, own, { word: parsed.data });
    return okReply(exchange.requestId, { word: parsed.data, ...state });
  });

  const takeOff = asOwner(deps, async (exchange, owner) => {
    const at = checked(worldParams, exchange.params);
    const body = await readJson(exchange, offRequest, clock);
    return send(BUILDER.worldOff, exchange, owner, { ...at, ...body });
  });

  return [
    { path: '/api/console/worlds', methods: { GET: listHandler(deps), POST: found } },
    { path: '/api/console/worlds/:word', methods: { GET: read } },
    { path: '/api/console/worlds/:word/off', methods: { POST: takeOff } },
    { path: '/api/console/words/:word', methods: { GET: readWord } },
  ];
}
