import { describe, expect, test } from 'vitest';
import { checkDeliveries, type ReceivedWebhookMessage, type DueEvent } from './check-deliveries.ts';
import { prng } from './prng.ts';

/** The events that a webhook must receive, and the messages that its receiver got. */
interface DeliveryHistory {
  readonly due: readonly DueEvent[];
  readonly arrived: readonly ReceivedWebhookMessage[];
}

/** Generates the messages of a correct sender to a receiver that sometimes fails and whose answers are sometimes lost. */
function cleanDeliveries(seed: number, events = 60): DeliveryHistory {
  const random = prng(seed);
  const due: DueEvent[] = [];
  const arrived: ReceivedWebhookMessage[] = [];
  for (let seq = random.below(5) + 1; due.length < events; seq += 1 + random.below(3)) {
    const row = { seq, type: 'page.patched', page_id: random.below(9) + 1, revision: seq };
    const body = JSON.stringify({ type: row.type, data: row });
    due.push(row);
    for (let isKnown = false; !isKnown;) {
      const isTaken = random.chance(0.7);
      arrived.push({ id: `msg_x_${seq}`, seq, type: row.type, body, isTaken });
      isKnown = isTaken && random.chance(0.8);
    }
    // A sender process that was suspended sends its last message again after it has continued.
    const late = arrived[random.below(arrived.length)];
    if (late !== undefined && random.chance(0.05)) arrived.push(late);
  }
  return { due, arrived };
}

/** Index (6 or above) of the first message that arrived exactly once; -1 when there is none. */
function onceIn({ arrived }: DeliveryHistory): number {
  return arrived.findIndex(
    ({ seq }, n) => n > 5 && arrived.filter((other) => other.seq === seq).length === 1,
  );
}
function changed(
  deliveries: DeliveryHistory,
  change: Partial<ReceivedWebhookMessage>,
): DeliveryHistory {
  const at = onceIn(deliveries);
  const arrived = deliveries.arrived.map((one, n) => (n === at ? { ...one, ...change } : one));
  return { ...deliveries, arrived };
}
function repeated(
  deliveries: DeliveryHistory,
  change: Partial<ReceivedWebhookMessage>,
): DeliveryHistory {
  const message = deliveries.arrived[onceIn(deliveries)];
  if (message === undefined) throw new Error('no place for the fault');
  return { ...deliveries, arrived: [...deliveries.arrived, { ...message, ...change }] };
}

/**
 * Functions, by the fault that they insert, that change a correct history so that it breaks one promise of webhook delivery.
 */
const FAULTS: Readonly<Record<string, (deliveries: DeliveryHistory) => DeliveryHistory>> = {
  'an event that never came': (deliveries) => ({
    ...deliveries,
    arrived: deliveries.arrived.filter((_, n) => n !== onceIn(deliveries)),
  }),
  'an event that was given up after a refusal': (deliveries) =>
    changed(deliveries, { isTaken: false }),
  'an event before an earlier one': (deliveries) => {
    const one = deliveries.arrived[onceIn(deliveries)];
    if (one === undefined) throw new Error('no place for the fault');
    return {
      ...deliveries,
      arrived: [one, ...deliveries.arrived.filter((other) => other !== one)],
    };
  },
  'a repetition with another id': (deliveries) => repeated(deliveries, { id: 'msg_x_other' }),
  'a repetition with another body': (deliveries) =>
    repeated(deliveries, { body: JSON.stringify({ data: { page_id: 1, revision: 999 } }) }),
  'an id of two events': (deliveries) =>
    changed(deliveries, { id: deliveries.arrived[0]?.id ?? '' }),
  'an event that is in no journal': (deliveries) => repeated(deliveries, { seq: 1_000_000 }),
  'an event of another kind': (deliveries) => changed(deliveries, { type: 'page.published' }),
};

describe('the check of webhooks', () => {
  test('accepts the messages of a correct sender', () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const { due, arrived } = cleanDeliveries(seed);
      expect(checkDeliveries(due, arrived), `seed ${seed}`).toEqual([]);
    }
  });

  // Verifies: webhooks.order, webhooks.same-id.
  test.each(Object.entries(FAULTS))('catches %s', (_, plant) => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const { due, arrived } = plant(cleanDeliveries(seed));
      expect(checkDeliveries(due, arrived), `seed ${seed}`).not.toEqual([]);
    }
  });
});
