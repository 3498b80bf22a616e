import type { BUILDER } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import { takeAdmission } from '../admission.store.ts';
import type { BuilderDeps } from '../deps.ts';

/**
 * Removes a blob-store object that the gateway stored for a call, if no revision refers to it. Its admission (permission to be
 * stored) is deleted first, so that a late copy of the call cannot use the object in a revision.
 */
export function discard({ db, blobs }: BuilderDeps): ServiceCallHandler<typeof BUILDER.discard> {
  return async ({ object }, call) => {
    const taken = await takeAdmission(db, accountOf(call), object);
    if (taken) await blobs.delete(object);
    return { discarded: taken };
  };
}
