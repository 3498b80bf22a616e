/** Events that webhooks can receive, each with the actions that cause it. Other actions cause no event. */
export const WEBHOOK_EVENTS = {
  'key.created': ['keys.create', 'keys.rotate'],
  'key.revoked': ['keys.revoke', 'keys.revoke_all'],
  'key.expiring': ['keys.expiring'],
  'world.founded': ['worlds.found'],
  'member.invited': ['worlds.invite'],
  'member.changed': ['worlds.members_set'],
  'member.answered': ['worlds.invitation_answer'],
  'member.left': ['worlds.leave'],
  'page.created': ['builder.create', 'pages.generate'],
  'page.patched': [
    'builder.patch',
    'builder.layers_put',
    'builder.save',
    'builder.restore',
    'widgets.install_page',
  ],
  'page.renamed': ['builder.rename'],
  'page.attached': ['builder.attach'],
  'page.cleared': ['builder.clear'],
  'page.published': ['builder.publish'],
  'page.deleted': ['builder.delete'],
  'page.restored': ['builder.undelete'],
  'page.taken_off': ['builder.world_off'],
  'page.put_back': ['builder.world_on'],
  'page.visibility_changed': ['builder.set_visibility', 'pages.set_visibility'],
  'credits.low': ['credits.low'],
  'relay.message': ['relay.message', 'paired.chat', 'account.owner_message'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
/** Name of an event that a webhook can receive. */
export type WebhookEventName = keyof typeof WEBHOOK_EVENTS;
// Safe cast: Object.keys returns string[], but the object has exactly these keys.
/** Names of all webhook events, in the order of the console. */
export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as readonly WebhookEventName[];

const BY_ACTION: ReadonlyMap<string, WebhookEventName> = new Map(
  WEBHOOK_EVENT_NAMES.flatMap((event) =>
    WEBHOOK_EVENTS[event].map((action): [string, WebhookEventName] => [action, event]),
  ),
);

/** Returns the webhook event that an action causes; undefined when it causes none. */
export function webhookEventOf(action: string): WebhookEventName | undefined {
  return BY_ACTION.get(action);
}
