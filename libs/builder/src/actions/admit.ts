import type { BUILDER } from '@bridge/contracts';
import { accountOf, type Handler, type HandlerCall } from '@bridge/bus';
import { findReplay, type KeyedCall } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import { insertAdmission } from '../admission.store.ts';
import {
  demandChangeable,
  demandOwner,
  demandRevision,
  demandRight,
  demandSingle,
  scopeOf,
} from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { countWebsites, findWebsite } from '../website.store.ts';

type Input = Parameters<Handler<typeof BUILDER.admit>>[0];

/** The checks of the call in their order (Spec: actions.first-refusal.); the transaction of its effect repeats them. */
async function demandAllowed(deps: BuilderDeps, input: Input, call: HandlerCall): Promise<void> {
  const { db, quotas } = deps;
  const accountId = accountOf(call);
  if (input.action === 'builder.create') {
    await demandRight(db, call, input.word);
    if ((await countWebsites(db, accountId)) >= quotas.websitesMax)
      throw new BridgeError('quota_exceeded', { quota: 'websites', max: quotas.websitesMax });
  } else {
    if (input.action === 'builder.layers_put') demandOwner(call);
    const row = demandChangeable(
      await findWebsite(db, scopeOf(call), input.page_id),
      input.page_id,
    );
    demandSingle(row);
    demandRevision(row, input.expected_revision);
  }
  const { storedBytesMax } = quotas;
  if (!(await insertAdmission(db, { ...input, accountId }, storedBytesMax)))
    throw new BridgeError('quota_exceeded', { quota: 'stored bytes', max: storedBytesMax });
}

/**
 * Decides whether the gateway may store the large body of a call: a call that would be refused stores nothing. A call
 * that was done before answers its stored result. Spec: storage.refused, storage.replayed. ADR 021.
 */
export function admit(deps: BuilderDeps): Handler<typeof BUILDER.admit> {
  return async (input, call) => {
    const { action, idempotency_key: idempotencyKey } = input;
    const keyed: KeyedCall = { action, call, idempotencyKey };
    const replay = async (): Promise<{
      state: 'replay';
      response: Record<string, unknown>;
    } | null> => {
      const stored = await findReplay(deps.db, keyed);
      if (stored === null) return null;
      // Only results that passed an action's output schema are stored.
      return { state: 'replay', response: JSON.parse(stored) as Record<string, unknown> };
    };
    const before = await replay();
    if (before !== null) return before;
    try {
      await demandAllowed(deps, input, call);
    } catch (error) {
      // What refuses may be the effect of a twin that committed since the look-up: its answer is then this call's too.
      const meanwhile = await replay();
      if (meanwhile !== null) return meanwhile;
      throw error;
    }
    return { state: 'put' };
  };
}
