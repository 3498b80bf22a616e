import { findAction } from '@bridge/contracts';
import type { IncomingMessage } from 'node:http';
import type { DoorKind } from '../admission/door.ts';
import { ANY_CALL_BYTES_MAX } from '../admission/rate-limiter.ts';

/** Where an action's or a tool's name stands in a body; nothing is decided by it but who waits for whom. */
const NAME = /"(?:action|name)"\s*:\s*"([a-z._]{1,40})"/;

/**
 * What a call seems to be, from what has arrived of its body already: nothing is waited for, and what was looked at is put
 * back. A body too large for a read is a change; what cannot be told is a read. A caller who disguises a call only moves
 * it in the line: nothing is granted by this.
 */
export function doorKind(request: IncomingMessage): DoorKind {
  if (Number(request.headers['content-length'] ?? 0) > ANY_CALL_BYTES_MAX) return 'change';
  const arrived: unknown = request.readableLength > 0 ? request.read() : null;
  if (!Buffer.isBuffer(arrived)) return 'read';
  request.unshift(arrived);
  const [, name] = NAME.exec(arrived.toString('latin1')) ?? [];
  const action = name === undefined ? undefined : findAction(name);
  if (action === undefined) return 'read';
  const kind = action.budget;
  return kind === 'publish' ? 'change' : kind;
}
