import { expect, test } from 'vitest';
import { ACTIONS, MESSAGES } from './registry.ts';
import { WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS, webhookEventOf } from './webhook-events.ts';

/** Actions that a service writes to the journal although no action or message of the contracts has that name. */
const OF_SERVICES = [
  'keys.create',
  'keys.rotate',
  'keys.revoke',
  'keys.revoke_all',
  'keys.expiring',
  'credits.low',
  'builder.world_on',
];

// Verifies: webhooks.events.
test('every event has an action that is built, and no action is two events', () => {
  const known = new Set([...OF_SERVICES, ...[...ACTIONS, ...MESSAGES].map(({ name }) => name)]);
  const actions = WEBHOOK_EVENT_NAMES.flatMap((event) => [...WEBHOOK_EVENTS[event]]);
  expect(actions.filter((action) => !known.has(action))).toEqual([]);
  expect(new Set(actions).size).toBe(actions.length);
  expect(webhookEventOf('builder.publish')).toBe('page.published');
  expect(webhookEventOf('account.webhook_create')).toBeUndefined();
});

// Verifies: webhooks.events.
test('every action that changes a website or a World is an event', () => {
  const owners = ['worlds', 'builder', 'publisher', 'generator'];
  const changes = ACTIONS.filter(
    ({ service, kind }) => kind !== 'read' && owners.includes(service),
  );
  expect(changes.filter(({ name }) => webhookEventOf(name) === undefined)).toEqual([]);
});
