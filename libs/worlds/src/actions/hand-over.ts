import { WORLDS, type WorldRole } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler, type ServiceCallContext } from '@bridge/bus';
import { append, journalEntry, lockHead, type TransactionHandle } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import type { WorldsDeps } from '../deps.ts';
import {
  countFounded,
  listOffers,
  moveFounder,
  readOffer,
  setOffer,
  uncountFounding,
} from '../hand-over.store.ts';
import { findWorldRight } from '../member.store.ts';
import {
  changeWorld,
  demandFounder,
  demandOwner,
  holdWorld,
  type WorldChangeResult,
} from '../world-change.ts';
import { countFounding } from '../world.store.ts';

function memberError(rule: string, message: string): BridgeError {
  return new BridgeError('invalid_input', { issues: [{ path: 'member', rule, message }] });
}

/** Throws invalid_input unless `member` is a member of the World and is not the calling account, which is the founder. */
async function demandOther(
  tx: TransactionHandle,
  call: ServiceCallContext,
  word: string,
  member: string,
): Promise<void> {
  if (member === accountOf(call)) throw memberError('founder', 'is the founder already');
  if ((await findWorldRight(tx, word, member))?.role === null)
    throw memberError('member', 'is not a member of this World; invite the person first');
}

/**
 * Offers a World (public identity) to one of its members, which becomes its founder by accepting. With `member` null, withdraws
 * the offer. Spec: worlds.handed-over.
 */
export function handOver({
  db,
}: Pick<WorldsDeps, 'db'>): ServiceCallHandler<typeof WORLDS.handOver> {
  return async ({ word, member, idempotency_key }, call) =>
    db.change({
      callable: WORLDS.handOver,
      call,
      idempotencyKey: idempotency_key,
      plan: async () => demandOwner(call),
      apply: async (tx) => {
        demandFounder(await holdWorld(tx, call, word), word);
        if (member !== null) await demandOther(tx, call, word, member);
        await setOffer(tx, word, member);
        return { result: { word, handed_to: member }, words: [word], word };
      },
    });
}

/**
 * Counts a World for its new founder instead of the former one. Both accounts’ numbers of founded Worlds are locked in the
 * order of the account ids, which prevents deadlocks.
 */
async function moveFounding(
  tx: TransactionHandle,
  { from, to }: { readonly from: string; readonly to: string },
  max: number,
): Promise<void> {
  if (from < to) await uncountFounding(tx, from);
  if (!(await countFounding(tx, to, max)))
    throw new BridgeError('quota_exceeded', { quota: 'Worlds', max });
  if (to < from) await uncountFounding(tx, from);
}

/**
 * Appends a row to the journal (audit log) of the former founder; its actor is the word `member`, not an account. Both journals
 * are locked in the order of the account ids, which prevents deadlocks.
 */
async function appendForFormer(
  tx: TransactionHandle,
  call: ServiceCallContext,
  former: string,
  word: string,
): Promise<void> {
  if (accountOf(call) < former) await lockHead(tx, accountOf(call));
  const entry = journalEntry(call, former, WORLDS.handOverAnswer.name, { word });
  await append(tx, { ...entry, actor: 'member' });
}

/**
 * Accepts or declines the offer to become the founder of a World. Throws not_found when the caller has no offer, and
 * quota_exceeded when it has founded too many Worlds. Spec: worlds.handed-over.
 */
export function handOverAnswer({
  db,
  worldsPerAccountMax,
}: Pick<WorldsDeps, 'db' | 'worldsPerAccountMax'>): ServiceCallHandler<
  typeof WORLDS.handOverAnswer
> {
  return async ({ word, accept }, call) => {
    const own = accountOf(call);
    const { role } = await changeWorld<WorldChangeResult & { readonly role: WorldRole | null }>(
      db,
      {
        action: WORLDS.handOverAnswer.name,
        word,
        call,
        apply: async (tx, current) => {
          // The reply to an earlier acceptance may have been lost. A repeated acceptance returns the role again.
          if (accept && current === 'founder') return { changed: false, role: current };
          const offer = await readOffer(tx, word);
          if (current === null || offer?.handed_to !== own) throw new BridgeError('not_found', {});
          if (!accept) {
            await setOffer(tx, word, null);
            return { changed: true, role: current };
          }
          const move = { from: offer.founder, to: own };
          await moveFounding(tx, move, worldsPerAccountMax);
          await moveFounder(tx, word, move);
          await appendForFormer(tx, call, offer.founder, word);
          return { changed: true, role: 'founder' };
        },
      },
    );
    return { role };
  };
}

/**
 * Returns the data about Worlds for an owner’s home screen: the number that the account founded, and those offered to it.
 * Spec: home.parts.
 */
export function worldsHome({ db }: Pick<WorldsDeps, 'db'>): ServiceCallHandler<typeof WORLDS.home> {
  return async (_input, call) => {
    const own = accountOf(call);
    const [founded, offers] = await Promise.all([countFounded(db, own), listOffers(db, own)]);
    return {
      founded,
      offers: offers.map(({ at, ...offer }) => ({ ...offer, at: at.toISOString() })),
    };
  };
}
