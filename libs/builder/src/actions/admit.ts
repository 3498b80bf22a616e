import type { BUILDER, WireOutput } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler, type ServiceCallContext } from '@bridge/bus';
import { findReplay, withTwins, type IdempotentCall } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import { insertAdmission } from '../admission.store.ts';
import { demandDraft, demandRight, demandSingle } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { countWebsites, findWebsite } from '../website.store.ts';

/**
 * The input of builder.admit: data of a call with one large body (HTML or layers) that the gateway wants permission to store.
 */
type BodyAdmissionInput = Parameters<ServiceCallHandler<typeof BUILDER.admit>>[0];

/** The result of builder.admit: the permission to store the body, or the stored result when the same call was done before. */
type BodyAdmissionResult = WireOutput<typeof BUILDER.admit>;

/**
 * Checks the website and the World of a call, if the input names them, and the quotas; throws the first refusal. Otherwise it
 * records the permission to store the body. The transaction that changes the draft repeats these checks.
 * Spec: actions.first-refusal.
 */
async function demandAllowed(
  deps: BuilderDeps,
  input: BodyAdmissionInput,
  call: ServiceCallContext,
): Promise<void> {
  const { db, quotas } = deps;
  const { page_id, word } = input;
  const accountId = accountOf(call);
  if (page_id !== undefined)
    await demandDraft(findWebsite, db, call, { ...input, page_id }, demandSingle);
  if (word !== undefined) await demandRight(db, call, word);
  // A call without a website id creates a website, which counts against the quota of websites.
  if (page_id === undefined && (await countWebsites(db, accountId)) >= quotas.websitesMax)
    throw new BridgeError('quota_exceeded', { quota: 'websites', max: quotas.websitesMax });
  const { storedBytesMax } = quotas;
  if (!(await insertAdmission(db, { ...input, accountId }, storedBytesMax)))
    throw new BridgeError('quota_exceeded', { quota: 'stored bytes', max: storedBytesMax });
}

/**
 * Decides whether the gateway may store the large body of a call in the blob store. A call that would be refused stores no
 * body; a repeated call returns its stored result. Spec: storage.refused, storage.replayed. ADR 021.
 */
export function admit(deps: BuilderDeps): ServiceCallHandler<typeof BUILDER.admit> {
  return async (input, call) => {
    const { action: name, idempotency_key: idempotencyKey } = input;
    if (idempotencyKey === undefined) {
      await demandAllowed(deps, input, call);
      return { state: 'put' };
    }
    const keyed: IdempotentCall = { callable: { name }, call, idempotencyKey };
    return withTwins<BodyAdmissionResult>(deps.clock, call.deadline, {
      findStored: async () => {
        const stored = await findReplay(deps.db, keyed);
        // The type assertion is safe: only results that passed an action’s output schema are stored.
        return stored === null
          ? null
          : { state: 'replay', response: JSON.parse(stored) as Record<string, unknown> };
      },
      attempt: async () => {
        await demandAllowed(deps, input, call);
        return { state: 'put' };
      },
    });
  };
}
