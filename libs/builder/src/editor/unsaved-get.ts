import type { BUILDER, UnsavedEditsState } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import { demandOwner, demandVisible, scopeOf } from '../checks.ts';
import type { BuilderDeps } from '../deps.ts';
import { findWebsite } from '../website.store.ts';
import { editedBodies } from './unsaved-texts.ts';
import {
  findUnsaved,
  findUnsavedSummary,
  type UnsavedEditsSummaryRow,
  type UnsavedEditsRow,
} from './unsaved.store.ts';

/** Returns the state of unsaved edits without their texts, in the form that the console receives. */
function stateOf(row: UnsavedEditsSummaryRow | undefined): UnsavedEditsState {
  if (row === undefined) return { seq: 0, edits: null, dropped_at: null };
  const { seq, base_revision, dropped_at } = row;
  const facts =
    base_revision === null || dropped_at !== null
      ? null
      : { base_revision, seq, at: row.at.toISOString() };
  return { seq, edits: facts, dropped_at: dropped_at?.toISOString() ?? null };
}

/**
 * Returns the unsaved edits of a website to its owner; agents cannot read them.
 * Spec: editor.unsaved, editor.agents-blind.
 */
export function unsavedGet({ db }: BuilderDeps): ServiceCallHandler<typeof BUILDER.unsavedGet> {
  return async ({ page_id: pageId, with_texts }, call) => {
    demandOwner(call);
    const scope = scopeOf(call);
    demandVisible(await findWebsite(db, scope, pageId), pageId);
    const page = { accountId: scope.accountId, pageId };
    if (!with_texts) {
      const facts = await findUnsavedSummary(db, page);
      return { ...stateOf(facts), base_revision: facts?.base_revision ?? null };
    }
    const row: UnsavedEditsRow | undefined = await findUnsaved(db, page);
    if (row === undefined) return { ...stateOf(row), base_revision: null };
    const { base_revision, title } = row;
    return {
      ...stateOf(row),
      base_revision,
      ...(title === null ? {} : { title }),
      ...editedBodies(row),
    };
  };
}
