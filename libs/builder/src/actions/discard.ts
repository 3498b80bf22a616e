import type { BUILDER } from '@bridge/contracts';
import { accountOf, type Handler } from '@bridge/bus';
import { takeAdmission } from '../admission.store.ts';
import type { BuilderDeps } from '../deps.ts';

/**
 * Removes an object that the gateway stored for a call, if no revision adopted it. The admission is deleted first, so that a
 * late copy of the call cannot adopt the object.
 */
export function discard({ db, blobs }: BuilderDeps): Handler<typeof BUILDER.discard> {
  return async ({ object }, call) => {
    const taken = await takeAdmission(db, accountOf(call), object);
    if (taken) await blobs.delete(object);
    return { discarded: taken };
  };
}
