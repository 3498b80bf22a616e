import { BUILDER, layers as layersSchema, LIMITS } from '@bridge/contracts';
import type { Handler } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import { readUpload, storeLayers } from '../adopt.ts';
import { demandDraft, demandOwner, demandSingle } from '../checks.ts';
import { changeWithObjects } from '../change-with-objects.ts';
import type { BuilderDeps } from '../deps.ts';
import { applyDraftChange } from '../draft-change.ts';
import { findWebsite } from '../website.store.ts';

function refused(rule: string, message: string): BridgeError {
  return new BridgeError('invalid_input', { issues: [{ path: 'layers', rule, message }] });
}

/** Validates layers and returns them as JSON text, so that stored layers are valid. */
function parseLayers(bytes: Uint8Array): string {
  if (bytes.byteLength > LIMITS.layersBytesMax)
    throw refused('max', `must be at most ${LIMITS.layersBytesMax} bytes as JSON`);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new BridgeError('internal', {}, { cause: error });
  }
  const parsed = layersSchema.safeParse(value);
  if (!parsed.success) throw refused('form', 'must be a list of layers');
  const ids = new Set(parsed.data.map(({ layer_id }) => layer_id));
  if (ids.size < parsed.data.length) throw refused('unique', 'must not repeat a layer_id');
  return JSON.stringify(parsed.data);
}

/** Replaces the layers of a draft, for the owner only; the result is a new revision. */
export function layersPut(deps: BuilderDeps): Handler<typeof BUILDER.layersPut> {
  const { db } = deps;
  return async ({ page_id, expected_revision, idempotency_key, layers }, call) =>
    changeWithObjects(deps, {
      callable: BUILDER.layersPut,
      call,
      idempotencyKey: idempotency_key,
      plan: async (store) => {
        demandOwner(call);
        const json = parseLayers(await readUpload(deps, layers));
        const draft = { page_id, expected_revision };
        await demandDraft(findWebsite, db, call, draft, demandSingle);
        return { layers: await storeLayers(store, json) };
      },
      apply: (tx, plan) =>
        applyDraftChange(
          deps,
          tx,
          call,
          { pageId: page_id, expectedRevision: expected_revision, html: null, ...plan, word: null },
          { action: BUILDER.layersPut.name, limited: true },
        ),
    });
}
