import type { AccountEffect } from '../api/home.ts';

/** Verb phrase for each action, for a sentence that begins with the author; an action without an entry is shown by its name. */
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
 * The word between the description of an effect and the name of its World, by action: "in" for most, none where the
 * World itself was changed.
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

/** Author of each effect that the owner of another account caused on an object of this account. */
const OTHER_AUTHORS: Readonly<Record<string, string>> = {
  'builder.world_off': 'the founder',
  'builder.world_on': 'the founder',
  'worlds.hand_over_answer': 'the new founder',
};

/** Returns the author of an effect that neither the owner nor a key of this account caused. */
export function otherAuthorOf(action: string): string {
  return OTHER_AUTHORS[action] ?? 'the service';
}

/** Returns a verb phrase for an effect, such as “published”. */
export function describeEffect({ action }: { readonly action: string }): string {
  return EFFECT_WORDS[action] ?? `did ${action}`;
}

/**
 * Returns a verb phrase for the effects (newest first) of one row, such as “made, changed (6 times) and published”. It
 * names each kind of effect once, in the order of the first effects. When all are of one kind, their number is left
 * out, because the row shows it.
 */
export function describeEffects(events: readonly AccountEffect[]): string {
  const groups = [...Map.groupBy([...events].reverse(), describeEffect)];
  if (groups.length === 1) return groups[0]?.[0] ?? '';
  const parts = groups.map(([words, { length }]) =>
    length === 1 ? words : `${words} (${length} times)`,
  );
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** The draft's revisions before the first and after the last effect of a row; null when the effects have none. */
export interface RevisionSpan {
  readonly from: number | null;
  readonly to: number | null;
}

/** Returns the revisions between which the effects (newest first) of one row lie. */
export function revisionsOf(events: readonly AccountEffect[]): RevisionSpan {
  const to = events.find(({ revision_after: after }) => after !== null)?.revision_after ?? null;
  const first = events.findLast(({ revision_after: after }) => after !== null);
  return { from: first?.revision_before ?? first?.revision_after ?? null, to };
}

/** Returns the World of an effect with the word that links it to the sentence. */
export function describeWorld(action: string, word: string): string {
  return `${WORLD_LINKS[action] ?? 'in '}${word}`;
}
