import { BUILDER, word, WORLDS } from '@bridge/contracts';
import type { HttpRoute } from './exchange.ts';
import type { OwnerRouteFactory } from './owner-routes.ts';
import { screenParts } from './screen-parts.ts';

const OWN_WORLDS = '/api/console/worlds';

/** Returns the routes by which an owner founds and reads Worlds (public identities of the account). Spec: worlds.own. */
export function ownWorldsRoutes(owner: OwnerRouteFactory): readonly HttpRoute[] {
  return [
    owner.get(OWN_WORLDS, {}, async ({ ask }) => {
      const [{ worlds }, { facts }] = await Promise.all([
        ask(WORLDS.list, {}),
        ask(WORLDS.ownFacts, {}),
      ]);
      const words = worlds.map((one) => one.word);
      const { missing, orNone } = screenParts();
      const counted = await orNone('builder', ask(BUILDER.worldCounts, { words }));
      const factsOf = new Map(facts.map((one) => [one.word, one]));
      const countOf = new Map(counted?.counts.map((one) => [one.word, one.websites]));
      const shown = worlds.map((world) => ({
        ...world,
        listed: factsOf.get(world.word)?.listed ?? true,
        members: factsOf.get(world.word)?.members ?? 1,
        invitations: factsOf.get(world.word)?.invitations ?? null,
        websites: countOf.get(world.word) ?? null,
      }));
      return { worlds: shown, missing };
    }),
    owner.act(OWN_WORLDS, WORLDS.found),
    owner.get(`${OWN_WORLDS}/:word`, {}, async ({ ask, at }) => {
      const { world } = await ask(WORLDS.own, at);
      const { missing, orNone } = screenParts();
      // A viewer of a World sees its members but not its websites. For a suspended World no websites are returned.
      const found =
        world.role === 'viewer' || world.suspended
          ? { websites: [] }
          : await orNone('builder', ask(BUILDER.worldWebsites, at));
      return { world, websites: found?.websites ?? null, missing };
    }),
    owner.get('/api/console/words/:text', {}, async ({ ask, at: { text } }) => {
      const parsed = word.safeParse(text);
      if (!parsed.success) return { word: text, free: false, reason: 'form' };
      return { word: parsed.data, ...(await ask(WORLDS.wordState, { word: parsed.data })) };
    }),
  ];
}
