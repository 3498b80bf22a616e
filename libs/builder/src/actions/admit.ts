import type { BUILDER } from '@bridge/contracts';
import { accountOf, type Handler, type HandlerCall } from '@bridge/bus';
import { findReplay, type KeyedCall } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import { insertAdmission } from '../admission.store.ts';
import { demandChangeable, demandRevision, demandRight, demandSingle, scopeOf } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { countWebsites, findWebsite } from '../website.store.ts';

type Input = Parameters<Handler<typeof BUILDER.admit>>[0];

/**
 * The checks of the call in their order (Spec: actions.first-refusal.) for those members of its input that are there; the
 * transaction of its effect repeats them.
 */
async function demandAllowed(deps: BuilderDeps, input: Input, call: HandlerCall): Promise<void> {
  const { db, quotas } = deps;
  const { page_id, expected_revision, word } = input;
  const accountId = accountOf(call);
  if (page_id !== undefined) {
    const row = demandChangeable(await findWebsite(db, scopeOf(call), page_id), page_id);
    demandSingle(row);
    if (expected_revision !== undefined) demandRevision(row, expected_revision);
  }
  if (word !== undefined) await demandRight(db, call, word);
  // A body without a website makes one.
  if (page_id === undefined && (await countWebsites(db, accountId)) >= quotas.websitesMax)
    throw new BridgeError('quota_exceeded', { quota: 'websites', max: quotas.websitesMax });
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
    const { action: name, idempotency_key: idempotencyKey } = input;
    const keyed: KeyedCall = { callable: { name }, call, idempotencyKey };
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
