import { z } from 'zod';
import { idempotencyKey, visibleText } from '../../common.ts';
import { defineAction } from '../../define.ts';
import { LIMITS } from '../../limits.ts';
import { sessionId } from './message-record.ts';

export const nodeHeartbeat = defineAction({
  name: 'node.heartbeat',
  kind: 'change',
  set: 'none',
  aliases: ['node.ping', 'presence.update'],
  purpose:
    'Says that a node of this agent is running, and tells how many messages wait and which paired sessions are open. Send it again after next_in_s seconds; after three times that the node is offline. It replaces what the node said before and is never replayed: with the same idempotency_key it is done again. Scope node.heartbeat. Likely errors: quota_exceeded (50 nodes of the account are online).',
  input: z.strictObject({
    node_id: visibleText(LIMITS.nodeIdCharsMax).describe(
      'Your own name of the node, 1 to 64 characters; each key has its own names.',
    ),
    label: visibleText(LIMITS.nodeLabelCharsMax)
      .optional()
      .describe('What the owner sees, up to 80 characters.'),
    capabilities: z
      .array(visibleText(LIMITS.nodeCapabilityCharsMax))
      .max(LIMITS.nodeCapabilitiesMax)
      .default([])
      .describe('Up to 20 words of up to 40 characters.'),
    status: z.enum(['idle', 'working', 'waiting']).optional(),
    idempotency_key: idempotencyKey,
  }),
  output: z.strictObject({
    next_in_s: z.int().positive().describe('Seconds until the next heartbeat.'),
    inbox_waiting: z.int().nonnegative().describe('Messages that relay.inbox lists for this key.'),
    paired: z.array(sessionId).describe('Open sessions of paired.chat of this key.'),
  }),
  errors: ['quota_exceeded'],
  example: {
    node_id: 'laptop-1',
    label: 'Laptop in the study',
    capabilities: ['html', 'search'],
    status: 'idle',
    idempotency_key: 'heartbeat-0001',
  },
});
