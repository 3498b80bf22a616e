import { BUILDER } from '@bridge/contracts';
import { z } from 'zod';
import { ownerPrincipal } from '../dispatch/call-context.ts';
import { resolveResult } from '../dispatch/result.ts';
import { flatReply } from './call-action.ts';
import { makeServiceCaller } from './call-service.ts';
import type { ContentDeps } from './content-call.ts';
import { asOwner, type OwnerDeps } from './owner-route.ts';
import { integerParam, pageParams } from './params.ts';
import { checked } from './read-json.ts';
import { unsavedTexts } from './unsaved-texts.ts';

/** Schema of the path parameters of one revision of a website. */
export const revisionParams = pageParams.extend({
  revision: integerParam.pipe(z.int().positive()),
});

/** The form of a reply in which stored texts are the members `raw_html` and `layers`. */
const WITH_TEXTS = {
  output: z.object({ raw_html: z.string(), layers: z.array(z.unknown()) }),
  bodies: { raw_html: 'stored', layers: 'stored' },
} as const;

/** Makes the handlers that return stored texts as JSON. */
export function pageTextHandlers(deps: OwnerDeps & ContentDeps) {
  const ask = makeServiceCaller(deps.bus);

  const readRevision = asOwner(deps, async (exchange, { account_id: own }) => {
    const input = checked(revisionParams, exchange.params);
    deps.limiter.takeRead(ownerPrincipal(own));
    const found = await ask(BUILDER.revisionGet, exchange, own, input);
    const result = await resolveResult(deps.blobs, WITH_TEXTS, found);
    return flatReply({ result, replayed: false }, exchange.requestId);
  });

  const readUnsaved = asOwner(deps, async (exchange, { account_id: own }) => {
    const input = { ...checked(pageParams, exchange.params), with_texts: true };
    deps.limiter.takeRead(ownerPrincipal(own));
    const read = () => ask(BUILDER.unsavedGet, exchange, own, input);
    const edits = await read();
    const chunks = () => unsavedTexts(deps.blobs, WITH_TEXTS, edits, read);
    return flatReply({ result: { chunks }, replayed: false }, exchange.requestId);
  });

  return { readRevision, readUnsaved };
}
