import type { WebsiteRecord } from '@bridge/contracts';
import { expect } from 'vitest';
import type { ActionCaller, ActionCallOutcome } from '../call.ts';
import { create, done, guarded, unique, website } from '../stage.ts';

/**
 * The parts of a race: the calls of a contributor, the World in which the contributor loses the right to write, and the
 * contributor's own World.
 */
export interface RoleRevocationRace {
  readonly call: ActionCaller;
  readonly word: string;
  readonly ownWord: string;
  /** Restores the contributor's role. */
  readonly join: () => Promise<void>;
  /** Removes the contributor's role, or changes it to viewer; resolves when the product has acknowledged the change. */
  readonly remove: (role: 'viewer' | null) => Promise<void>;
}

/**
 * Number of different delays before the removal of the right: 0 to 3 reads, one after the other, so that the removal meets the
 * changes in different steps.
 */
const HEAD_STARTS = 4;

/** Returns true for a success. A refusal must have the code `world_forbidden`. */
function isDone(outcome: ActionCallOutcome): boolean {
  if (!outcome.ok) expect(outcome.error).toMatchObject({ code: 'world_forbidden' });
  return outcome.ok;
}

/**
 * Sends a create, an attach and a publication concurrently with the removal of their author's right. A read after the
 * acknowledged removal must show every change that succeeded and no refused one. Returns the number of changes that
 * succeeded.
 */
export async function raceRight(race: RoleRevocationRace, round: number): Promise<number> {
  const { call, word, ownWord } = race;
  await race.join();
  const [moved, shown] = await Promise.all([create(call, ownWord), create(call, word)]);
  const title = unique('Raced');
  const key = unique('create');
  const outcomes = [
    call('builder.create', { title, word, raw_html: '<p>raced', idempotency_key: key }),
    call('builder.attach', { ...guarded(moved), word }),
    call('builder.publish', guarded(shown)),
  ];
  for (let n = 0; n < round % HEAD_STARTS; n += 1) done(await call('worlds.list', {}));
  await race.remove(round % 2 === 0 ? null : 'viewer');
  const after = Math.min(moved.page_id, shown.page_id) - 1;
  const { websites } = done<{
    websites: readonly WebsiteRecord[];
  }>(await call('builder.list', { after_id: after, limit: 100 }));
  const byId = new Map(websites.map((one) => [one.page_id, one]));
  const atOnce = {
    create: websites.some((one) => one.title === title),
    attach: byId.get(moved.page_id)?.word === word,
    publish: byId.get(shown.page_id)?.state === 'published',
  };
  const [made, attached, published] = (await Promise.all(outcomes)).map(isDone);
  expect(atOnce, `round ${round}`).toEqual({ create: made, attach: attached, publish: published });
  const again = website(await call('builder.get', { page_id: moved.page_id }));
  expect(again.word).toBe(attached === true ? word : ownWord);
  return [made, attached, published].filter(Boolean).length;
}
