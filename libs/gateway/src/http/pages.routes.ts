import { BUILDER, LIMITS, type Callable } from '@bridge/contracts';
import type { Db } from '@bridge/db';
import { z } from 'zod';
import { ownerPrincipal } from '../dispatch/call-context.ts';
import { findKeyNames } from '../keys/key-names.store.ts';
import { flatReply, makeActionCaller, type ActionCallerDeps } from './call-action.ts';
import { makeServiceCaller } from './call-service.ts';
import { callContent, readContentCall, type ContentDeps } from './content-call.ts';
import { okReply } from './errors.ts';
import type { Handler, Route } from './exchange.ts';
import { asOwner, type OwnerDeps } from './owner-route.ts';
import { pageTextHandlers, revisionParams } from './page-texts.ts';
import { integerParam, pageParams } from './params.ts';
import { checked, readJson } from './read-json.ts';
import { makeChangeSender } from './send-change.ts';

const PAGES = '/api/console/pages';
const ONE_PAGE = `${PAGES}/:page_id`;

const { word, state } = BUILDER.ownPages.input.shape;
const pagesQuery = z.strictObject({
  limit: integerParam.optional(),
  after_id: integerParam.optional(),
  word: word.optional(),
  state: state.optional(),
});
const revisionsQuery = z.strictObject({
  before: integerParam.optional(),
  limit: integerParam.optional(),
});
const snapshotsQuery = z.strictObject({
  before: BUILDER.snapshotsOwn.input.shape.before.default(null),
});
const dropRequest = BUILDER.unsavedDrop.input.pick({ seq: true }).strict();
const restoreRequest = BUILDER.restore.input.omit({ page_id: true, revision: true }).strict();
const renameRequest = BUILDER.rename.input.omit({ page_id: true }).strict();
const attachRequest = BUILDER.attach.input.omit({ page_id: true }).strict();

/** Dependencies of the routes of the website editor. */
export interface PageRouteDeps extends OwnerDeps, ContentDeps, ActionCallerDeps {
  readonly db: Db;
}

/** Makes the handlers that read the websites of an owner. */
function readHandlers(deps: PageRouteDeps) {
  const call = makeActionCaller(deps);
  const ask = makeServiceCaller(deps.bus);

  const list = asOwner(deps, async (exchange, { account_id: own }) => {
    const query = checked(pagesQuery, exchange.query);
    deps.limiter.takeRead(ownerPrincipal(own));
    const input = checked(BUILDER.ownPages.input, query);
    return okReply(exchange.requestId, await ask(BUILDER.ownPages, exchange, own, input));
  });

  const read = asOwner(deps, async (exchange, owner) => {
    const page = checked(pageParams, exchange.params);
    const input = { ...page, with_texts: false };
    return call(exchange, owner, BUILDER.get.name, page, async () => {
      const state = await ask(BUILDER.unsavedGet, exchange, owner.account_id, input);
      const { seq, edits, dropped_at } = state;
      return { unsaved: { seq, edits, dropped_at } };
    });
  });

  const listRevisions = asOwner(deps, async (exchange, { account_id: own }) => {
    const page = checked(pageParams, exchange.params);
    const { before = null, limit = LIMITS.listLimitDefault } = checked(
      revisionsQuery,
      exchange.query,
    );
    deps.limiter.takeRead(ownerPrincipal(own));
    const input = checked(BUILDER.revisions.input, { ...page, before, limit });
    const { revisions, next_before } = await ask(BUILDER.revisions, exchange, own, input);
    const names = await findKeyNames(deps.db, own, [...new Set(revisions.map((r) => r.actor))]);
    const named = revisions.map((one) => ({ ...one, key_name: names.get(one.actor) ?? null }));
    return okReply(exchange.requestId, { revisions: named, next_before });
  });

  const listSnapshots = asOwner(deps, async (exchange, { account_id: own }) => {
    const page = checked(pageParams, exchange.params);
    const query = checked(snapshotsQuery, exchange.query);
    deps.limiter.takeRead(ownerPrincipal(own));
    const input = { ...page, ...query };
    return okReply(exchange.requestId, await ask(BUILDER.snapshotsOwn, exchange, own, input));
  });

  return {
    list,
    read,
    listRevisions,
    listSnapshots,
  };
}

/** Makes the handlers that change the websites of an owner. */
function changeHandlers(deps: PageRouteDeps) {
  const { clock } = deps;
  const call = makeActionCaller(deps);
  const ask = makeServiceCaller(deps.bus);
  const send = makeChangeSender(deps);

  const create = asOwner(deps, async (exchange, owner) => {
    const head = { entry: BUILDER.create.name, params: {} };
    const prepared = await readContentCall(deps, exchange, owner, head);
    const principal = ownerPrincipal(owner.account_id);
    const { requestId } = exchange;
    const outcome = await deps.dispatch(prepared, { principal, surface: 'console', requestId });
    return flatReply(outcome, requestId);
  });

  const drop = (isDropped: boolean): Handler =>
    asOwner(deps, async (exchange, { account_id: own }) => {
      const page = checked(pageParams, exchange.params);
      const { seq } = await readJson(exchange, dropRequest, clock);
      deps.limiter.takeChange(ownerPrincipal(own));
      const input = { ...page, seq, drop: isDropped };
      return okReply(exchange.requestId, await ask(BUILDER.unsavedDrop, exchange, own, input));
    });

  const content = (
    callable: Callable<z.ZodType, z.ZodType<Readonly<Record<string, unknown>>>>,
  ): Handler =>
    asOwner(deps, (exchange, owner) =>
      callContent(deps, exchange, owner, callable, checked(pageParams, exchange.params)),
    );

  const restore = asOwner(deps, async (exchange, owner) => {
    const at = checked(revisionParams, exchange.params);
    const body = await readJson(exchange, restoreRequest, clock);
    return send(BUILDER.restore, exchange, owner, { ...at, ...body });
  });

  const rename = asOwner(deps, async (exchange, owner) => {
    const page = checked(pageParams, exchange.params);
    const body = await readJson(exchange, renameRequest, clock);
    return send(BUILDER.rename, exchange, owner, { ...page, ...body });
  });

  const attach = asOwner(deps, async (exchange, owner) => {
    const page = checked(pageParams, exchange.params);
    const body = await readJson(exchange, attachRequest, clock);
    return call(exchange, owner, BUILDER.attach.name, { ...page, ...body });
  });

  return { create, drop, content, restore, rename, attach };
}

/** Returns the routes by which an owner reads and edits websites. Spec: editor.owner-only. */
export function pageRoutes(deps: PageRouteDeps): readonly Route[] {
  const reads = readHandlers(deps);
  const texts = pageTextHandlers(deps);
  const changes = changeHandlers(deps);
  const { content, drop } = changes;
  return [
    { path: PAGES, methods: { GET: reads.list, POST: changes.create } },
    { path: ONE_PAGE, methods: { GET: reads.read } },
    {
      path: `${ONE_PAGE}/unsaved`,
      methods: { GET: texts.readUnsaved, PUT: content(BUILDER.unsavedPut) },
    },
    { path: `${ONE_PAGE}/unsaved/drop`, methods: { POST: drop(true) } },
    { path: `${ONE_PAGE}/unsaved/undrop`, methods: { POST: drop(false) } },
    { path: `${ONE_PAGE}/save`, methods: { POST: content(BUILDER.save) } },
    { path: `${ONE_PAGE}/rename`, methods: { POST: changes.rename } },
    { path: `${ONE_PAGE}/attach`, methods: { POST: changes.attach } },
    { path: `${ONE_PAGE}/revisions`, methods: { GET: reads.listRevisions } },
    { path: `${ONE_PAGE}/revisions/:revision`, methods: { GET: texts.readRevision } },
    { path: `${ONE_PAGE}/revisions/:revision/restore`, methods: { POST: changes.restore } },
    { path: `${ONE_PAGE}/snapshots`, methods: { GET: reads.listSnapshots } },
  ];
}
