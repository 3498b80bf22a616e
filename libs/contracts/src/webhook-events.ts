/**
 * The events that a webhook can choose, each with the actions whose journal rows cause it. Rows of other actions are
 * sent to no webhook.
 */
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
/** One of the events that a webhook can choose. */
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;
// The object above has exactly these keys.
/** All events, in the order in which they are shown. */
export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as readonly WebhookEvent[];

const BY_ACTION: ReadonlyMap<string, WebhookEvent> = new Map(
  WEBHOOK_EVENT_NAMES.flatMap((event) =>
    WEBHOOK_EVENTS[event].map((action): [string, WebhookEvent] => [action, event]),
  ),
);

/** Returns the event that a journal row with this action causes; undefined when none. */
export function webhookEventOf(action: string): WebhookEvent | undefined {
  return BY_ACTION.get(action);
}
