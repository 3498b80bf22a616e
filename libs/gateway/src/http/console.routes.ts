import { BUILDER, WORLDS, LIMITS, pageId, type ActionName } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import { z } from 'zod';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import type { Owner } from '../auth/owner.store.ts';
import { contextOf, ownerPrincipal } from '../dispatch/call-context.ts';
import type { Dispatch } from '../dispatch/make-dispatch.ts';
import { sendWithBodies, type SendDeps } from '../dispatch/send-with-bodies.ts';
import { checkedInput, prepareCall } from '../read/prepare-call.ts';
import { okReply } from './errors.ts';
import type { Exchange, Route, FullReply } from './exchange.ts';
import { asOwner, type OwnerDeps } from './owner-route.ts';
import { checked, readJson } from './read-json.ts';

/** Layers as JSON may be some longer than their contents (1 MiB). */
const LAYERS_BODY_BYTES_MAX = 2 * LIMITS.layersBytesMax;

const pageParams = z.object({
  page_id: z
    .string()
    .regex(/^[1-9][0-9]{0,15}$/)
    .transform(Number)
    .pipe(pageId),
});
const whole = z
  .string()
  .regex(/^[0-9]{1,15}$/)
  .transform(Number);
const listQuery = z.strictObject({ limit: whole.optional(), after_id: whole.optional() });
const revisionsQuery = z.strictObject({ before: whole.optional(), limit: whole.optional() });
const layersRequest = BUILDER.layersPut.input.omit({ page_id: true }).strict();

/** What the console's own routes work with. */
export interface ConsoleDeps extends OwnerDeps, SendDeps {
  readonly dispatch: Dispatch;
  readonly limiter: RateLimiter;
}

async function* opened(pieces: AsyncIterable<string>, requestId: string): AsyncGenerator<string> {
  // The members of the result, the envelope's own two around them.
  let isFirst = true;
  for await (const piece of pieces) {
    yield isFirst ? `{"ok":true,"request_id":"${requestId}",${piece.slice(1)}` : piece;
    isFirst = false;
  }
}

/** Writes the layers of a draft, once per idempotency key. */
async function putLayers(
  deps: ConsoleDeps,
  exchange: Exchange,
  { account_id: accountId }: Owner,
): Promise<FullReply> {
  const { requestId, noted } = exchange;
  const page = checked(pageParams, exchange.params);
  const asked = await readJson(exchange, layersRequest, deps.clock, LAYERS_BODY_BYTES_MAX);
  const input = checkedInput(BUILDER.layersPut, { ...page, ...asked });
  const bytes = input.texts['layers']?.bytes.byteLength ?? 0;
  if (bytes > LIMITS.layersBytesMax) {
    const message = `must be at most ${LIMITS.layersBytesMax} bytes as JSON`;
    throw new BridgeError('invalid_input', {
      issues: [{ path: 'layers', rule: 'too_big', message }],
    });
  }
  const principal = ownerPrincipal(accountId);
  deps.limiter.takeChange(principal, bytes);
  noted.action = BUILDER.layersPut.name;
  const { result, replayed } = await sendWithBodies(deps, BUILDER.layersPut, {
    ctx: contextOf(principal, 'console'),
    requestId,
    deadline: deps.clock.now() + BUILDER.layersPut.budgetMs,
    ...input,
  });
  const reply = okReply(requestId, { website: result.website });
  return replayed
    ? { ...reply, headers: { ...reply.headers, 'idempotency-replayed': 'true' } }
    : reply;
}

/** What the owner sees of the account's Worlds and websites, and where the browser editor will write layers. */
export function consoleRoutes(deps: ConsoleDeps): readonly Route[] {
  const call = async (
    { requestId, noted }: Exchange,
    owner: Owner,
    action: ActionName,
    input: object,
  ): Promise<FullReply> => {
    noted.action = action;
    const principal = ownerPrincipal(owner.account_id);
    const prepared = prepareCall(action, input);
    const { result } = await deps.dispatch(prepared, { principal, surface: 'console', requestId });
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    return { status: 200, headers, body: opened(result.chunks(), requestId) };
  };

  const listRevisions = asOwner(deps, async (exchange, { account_id: accountId }) => {
    const page = checked(pageParams, exchange.params);
    const { before, limit } = checked(revisionsQuery, exchange.query);
    const input = checked(BUILDER.revisions.wireInput, {
      ...page,
      before: before ?? null,
      limit: limit ?? LIMITS.listLimitDefault,
    });
    const ctx = contextOf(ownerPrincipal(accountId), 'console');
    const { requestId } = exchange;
    const { result } = await deps.bus.request(BUILDER.revisions, { ctx, input, requestId });
    return okReply(requestId, result);
  });

  return [
    {
      path: '/api/console/worlds',
      methods: { GET: asOwner(deps, (at, owner) => call(at, owner, WORLDS.list.name, {})) },
    },
    {
      path: '/api/console/pages',
      methods: {
        GET: asOwner(deps, (at, owner) =>
          call(at, owner, BUILDER.list.name, checked(listQuery, at.query)),
        ),
      },
    },
    {
      path: '/api/console/pages/:page_id',
      methods: {
        GET: asOwner(deps, (at, owner) =>
          call(at, owner, BUILDER.get.name, checked(pageParams, at.params)),
        ),
      },
    },
    { path: '/api/console/pages/:page_id/revisions', methods: { GET: listRevisions } },
    {
      path: '/api/console/pages/:page_id/layers',
      methods: { PUT: asOwner(deps, (at, owner) => putLayers(deps, at, owner)) },
    },
  ];
}
