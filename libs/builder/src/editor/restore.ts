import { BUILDER } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import { demandDraft, demandOwner, demandSingle } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { applyDraftChange } from '../draft-change.ts';
import { findContent } from '../website.store.ts';
import { demandKept } from './revision-get.ts';

/**
 * Writes the texts of an older revision as the next revision. Both revisions refer to the same blob-store objects. The old
 * texts cannot be removed (pruned) meanwhile: that happens only with a new revision, after which the expected revision no
 * longer matches. Spec: editor.restore.
 */
export function restore(deps: BuilderDeps): ServiceCallHandler<typeof BUILDER.restore> {
  const { db } = deps;
  return async (input, call) => {
    const { page_id: pageId, revision, expected_revision: expectedRevision } = input;
    return db.change({
      callable: BUILDER.restore,
      call,
      idempotencyKey: input.idempotency_key,
      plan: async () => {
        demandOwner(call);
        const draft = await demandDraft(findContent, db, call, input, demandSingle);
        const old = await demandKept(db, accountOf(call), pageId, revision);
        if (old.sha256 === draft.sha256 && old.layers_sha256 === draft.layers_sha256)
          throw new BridgeError('patch_no_change', { applied: 0 });
        const { bytes, chars, sha256, newline, inline, object } = old;
        return {
          html: { bytes, chars, sha256, newline, inline, object },
          layers: {
            bytes: old.layers_bytes,
            chars: old.layers_chars,
            sha256: old.layers_sha256,
            inline: old.layers_inline,
            object: old.layers_object,
          },
        };
      },
      apply: (tx, texts) =>
        applyDraftChange(
          deps,
          tx,
          call,
          { pageId, expectedRevision, ...texts, word: null },
          { action: BUILDER.restore.name, limited: true, restoredFrom: revision },
        ),
    });
  };
}
