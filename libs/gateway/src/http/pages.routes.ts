import { BUILDER, LIMITS, PUBLISHER, revisionCursor } from '@bridge/contracts';
import type { DatabaseClient } from '@bridge/db';
import { z } from 'zod';
import { ownerPrincipal } from '../dispatch/call-context.ts';
import { resolveResult } from '../dispatch/result.ts';
import { findKeyNames } from '../keys/key-names.store.ts';
import { separateBodies } from '../read/prepare-call.ts';
import { readContentCall, sendContent } from './content-call.ts';
import type { HttpRoute } from './exchange.ts';
import { flatReply } from './flat-reply.ts';
import type { OwnerRouteDeps, OwnerRouteFactory } from './owner-routes.ts';
import { bodySchema, integerParam } from './params.ts';
import { unsavedTexts } from './unsaved-texts.ts';

const PAGES = '/api/console/pages';
const PAGE = `${PAGES}/:page_id`;
const REVISION = `${PAGE}/revisions/:revision`;

/**
 * Maximum bytes of a request body with editor layers (HTML, CSS and notes beside a draft): twice the limit of the layers’
 * size (1 MiB), because JSON escapes lengthen their text.
 */
const LAYERS_BODY_BYTES_MAX = 2 * LIMITS.layersBytesMax;
/**
 * Maximum bytes of a request body that installs a widget (a ready-made part of a page): the widget’s parameters, plus the
 * other members with their JSON escapes.
 */
const WIDGET_BODY_BYTES_MAX = LIMITS.widgetParamsBytesMax + 4 * LIMITS.widgetAnchorCharsMax + 4_096;

const { word, state } = BUILDER.ownPages.input.shape;
const pagesQuery = z
  .strictObject({
    limit: integerParam.optional(),
    after_id: integerParam.optional(),
    word: word.optional(),
    state: state.optional(),
  })
  .pipe(BUILDER.ownPages.input);
const deletedQuery = z
  .strictObject({ limit: integerParam.optional(), after_id: integerParam.optional() })
  .pipe(BUILDER.deleted.input);
const revisionsQuery = z
  .strictObject({
    before: integerParam.pipe(revisionCursor).nullable().default(null),
    limit: integerParam.default(LIMITS.listLimitDefault),
  })
  .pipe(BUILDER.revisions.input.pick({ before: true, limit: true }));
const snapshotsQuery = z.strictObject({
  before: BUILDER.snapshotsOwn.input.shape.before.default(null),
});
const dropRequest = BUILDER.unsavedDrop.input.pick({ seq: true }).strict();

/** Argument for `resolveResult`: in the result, `raw_html` and `layers` are references to stored texts, which it replaces. */
const WITH_TEXTS = {
  output: z.object({ raw_html: z.string(), layers: z.array(z.unknown()) }),
  bodies: { raw_html: 'stored', layers: 'stored' },
} as const;

/** Dependencies of the routes by which an owner reads and edits websites. */
export interface PageRouteDeps extends OwnerRouteDeps {
  readonly db: DatabaseClient;
}

/** Returns the routes by which an owner reads websites. */
function readRoutes(owner: OwnerRouteFactory, { blobs, db }: PageRouteDeps): readonly HttpRoute[] {
  return [
    owner.get(PAGES, { query: pagesQuery }, ({ ask, query }) => ask(BUILDER.ownPages, query)),
    owner.get('/api/console/deleted', { query: deletedQuery }, ({ ask, query }) =>
      ask(BUILDER.deleted, query),
    ),
    owner.route('GET', PAGE, { rate: null }, ({ act, ask, at }) =>
      act(BUILDER.get.name, at, async () => {
        const found = await ask(BUILDER.unsavedGet, { ...at, with_texts: false });
        const { seq, edits, dropped_at } = found;
        return { unsaved: { seq, edits, dropped_at } };
      }),
    ),
    owner.route('GET', `${PAGE}/unsaved`, {}, async ({ ask, at, exchange }) => {
      const read = () => ask(BUILDER.unsavedGet, { ...at, with_texts: true });
      const edits = await read();
      const chunks = () => unsavedTexts(blobs, WITH_TEXTS, edits, read);
      return flatReply({ result: { chunks }, replayed: false }, exchange.requestId);
    }),
    owner.get(
      `${PAGE}/revisions`,
      { query: revisionsQuery },
      async ({ accountId, ask, at, query }) => {
        const { revisions, next_before } = await ask(BUILDER.revisions, { ...at, ...query });
        const actors = [...new Set(revisions.map((one) => one.actor))];
        const names = await findKeyNames(db, accountId, actors);
        const named = revisions.map((one) => ({ ...one, key_name: names.get(one.actor) ?? null }));
        return { revisions: named, next_before };
      },
    ),
    owner.route('GET', REVISION, {}, async ({ ask, at, exchange }) => {
      const found = await ask(BUILDER.revisionGet, at);
      const result = await resolveResult(blobs, WITH_TEXTS, found);
      return flatReply({ result, replayed: false }, exchange.requestId);
    }),
    owner.get(`${PAGE}/snapshots`, { query: snapshotsQuery }, ({ ask, at, query }) =>
      ask(BUILDER.snapshotsOwn, { ...at, ...query }),
    ),
    owner.route('GET', '/api/console/widgets', { rate: null }, ({ act }) =>
      act(BUILDER.widgetsCatalog.name, {}),
    ),
  ];
}

/** Returns the route that replaces the editor layers of a draft (HTML, CSS and notes stored beside its HTML). */
function layersRoute(owner: OwnerRouteFactory, deps: PageRouteDeps): HttpRoute {
  const path = `${PAGE}/layers`;
  const checks = {
    body: bodySchema(path, BUILDER.layersPut.input),
    bytesMax: LAYERS_BODY_BYTES_MAX,
    rate: null,
  };
  return owner.route('PUT', path, checks, ({ accountId, at, body, exchange }) => {
    const input = separateBodies(BUILDER.layersPut, { ...at, ...body });
    return sendContent(deps, exchange, accountId, BUILDER.layersPut, input);
  });
}

/** Returns the routes by which an owner reads and edits websites. Spec: editor.owner-only, editor.delete, editor.undelete. */
export function pageRoutes(owner: OwnerRouteFactory, deps: PageRouteDeps): readonly HttpRoute[] {
  const drop = (isDropped: boolean) =>
    owner.post(
      `${PAGE}/unsaved/${isDropped ? 'drop' : 'undrop'}`,
      { body: dropRequest },
      ({ ask, at, body }) => ask(BUILDER.unsavedDrop, { ...at, ...body, drop: isDropped }),
    );
  return [
    ...readRoutes(owner, deps),
    owner.route('POST', PAGES, { rate: null }, async ({ accountId, exchange }) => {
      const head = { entry: BUILDER.create.name, params: {} };
      const prepared = await readContentCall(deps, exchange, accountId, head);
      const principal = ownerPrincipal(accountId);
      const { requestId } = exchange;
      const outcome = await deps.dispatch(prepared, { principal, surface: 'console', requestId });
      return flatReply(outcome, requestId);
    }),
    owner.content('PUT', `${PAGE}/unsaved`, BUILDER.unsavedPut),
    drop(true),
    drop(false),
    owner.content('POST', `${PAGE}/save`, BUILDER.save),
    layersRoute(owner, deps),
    owner.act(`${PAGE}/widget`, BUILDER.widgetsInstallPage, WIDGET_BODY_BYTES_MAX),
    owner.act(`${PAGE}/attach`, BUILDER.attach),
    owner.change(`${PAGE}/rename`, BUILDER.rename),
    owner.change(`${REVISION}/restore`, BUILDER.restore),
    owner.change(`${PAGE}/listed`, BUILDER.setListed),
    owner.change(`${PAGE}/visibility`, BUILDER.setVisibility),
    owner.change(`${PAGE}/delete`, BUILDER.delete),
    owner.change(`${PAGE}/undelete`, BUILDER.undelete),
    owner.change(`${PAGE}/publish`, PUBLISHER.publishOwn),
  ];
}
