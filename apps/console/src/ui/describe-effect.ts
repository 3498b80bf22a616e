import type { ConsoleActivityEvent } from '../api/home.ts';

/**
 * Verb phrase for each action of an effect (committed change). Together with the author's name it is a sentence about the
 * effect. An action without an entry is shown by its name.
 */
const EFFECT_WORDS: Readonly<Record<string, string>> = {
  'builder.create': 'made',
  'builder.patch': 'changed',
  'builder.put': 'wrote anew',
  'builder.attach': 'moved',
  'builder.clear': 'emptied',
  'builder.save': 'saved edits of',
  'builder.restore': 'restored a revision of',
  'builder.rename': 'renamed',
  'builder.layers_put': 'changed the layers of',
  'builder.publish': 'published',
  'builder.set_visibility': 'changed who sees',
  'builder.set_listed': 'changed the listing of',
  'builder.delete': 'deleted',
  'builder.undelete': 'brought back',
  'builder.world_off': 'took off its World',
  'builder.world_on': 'put back into its World',
  'pages.set_visibility': 'changed who sees',
  'pages.generate': 'generated',
  'widgets.install_page': 'put a widget into',
  'worlds.found': 'founded',
  'worlds.dashboard_set': 'changed the dashboard of',
  'worlds.listed_set': 'changed the listing of',
  'worlds.invite': 'changed an invitation',
  'worlds.invitation_answer': 'answered an invitation',
  'worlds.members_set': 'changed a member',
  'worlds.leave': 'left',
  'worlds.hand_over': 'offered or kept',
  'worlds.hand_over_answer': 'answered the offer of',
  'account.webhook_create': 'made a webhook',
  'account.webhook_paused': 'paused a webhook that failed',
  'account.webhook_redeliver': 'sent webhook events again',
  'relay.message': 'sent a message',
  'account.owner_message': 'sent a message',
  'keys.create': 'made a key',
  'keys.expiring': 'noted that a key expires soon',
  'keys.change': 'changed a key',
  'keys.revoke_all': 'revoked every key',
  'keys.revoke': 'revoked a key',
  'keys.rotate': 'rotated a key',
};

/**
 * The word between the description of an effect (committed change) and the name of its World (public identity), by action.
 * Without an entry it is “in”; it is empty for a change of the World itself.
 */
const WORLD_LINKS: Readonly<Record<string, string>> = {
  'builder.attach': 'to ',
  'worlds.found': '',
  'worlds.dashboard_set': '',
  'worlds.listed_set': '',
  'worlds.leave': '',
  'worlds.hand_over': '',
  'worlds.hand_over_answer': '',
};

/** Name of the author, by action, for effects (committed changes) on this account that the owner of another account caused. */
const OTHER_AUTHORS: Readonly<Record<string, string>> = {
  'builder.world_off': 'the founder',
  'builder.world_on': 'the founder',
  'worlds.hand_over_answer': 'the new founder',
};

/**
 * Returns the author of an effect (committed change) whose actor is `system`: the owner of another account (such as the founder
 * of a World) or the service.
 */
export function otherAuthorOf(action: string): string {
  return OTHER_AUTHORS[action] ?? 'the service';
}

/** Returns the verb phrase for an effect (committed change), such as “published”. */
export function describeEffect({ action }: { readonly action: string }): string {
  return EFFECT_WORDS[action] ?? `did ${action}`;
}

/**
 * Returns a verb phrase for several effects (committed changes, newest first), such as “made, changed (6 times) and published”.
 * Each kind of effect is named once, in the order in which it first occurred. For a single kind the number is omitted, because
 * the row shows it elsewhere.
 */
export function describeEffects(events: readonly ConsoleActivityEvent[]): string {
  const groups = [...Map.groupBy([...events].reverse(), describeEffect)];
  if (groups.length === 1) return groups[0]?.[0] ?? '';
  const parts = groups.map(([words, { length }]) =>
    length === 1 ? words : `${words} (${length} times)`,
  );
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/**
 * The revision of a website's draft before the first and after the last effect (committed change) of a row; null when no effect
 * of the row concerns a draft.
 */
export interface RevisionBeforeAndAfter {
  readonly from: number | null;
  readonly to: number | null;
}

/** Returns the revisions of a website's draft before and after the effects (committed changes, newest first) of one row. */
export function revisionsOf(events: readonly ConsoleActivityEvent[]): RevisionBeforeAndAfter {
  const to = events.find(({ revision_after: after }) => after !== null)?.revision_after ?? null;
  const first = events.findLast(({ revision_after: after }) => after !== null);
  return { from: first?.revision_before ?? first?.revision_after ?? null, to };
}

/**
 * Returns the name of the World (public identity) that an effect (committed change) concerns, after the word that links it to
 * the description of the effect, such as “to harbour”.
 */
export function describeWorld(action: string, word: string): string {
  return `${WORLD_LINKS[action] ?? 'in '}${word}`;
}
