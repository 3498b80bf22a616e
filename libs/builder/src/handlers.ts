import type { Handlers } from '@bridge/bus';
import { admit } from './actions/admit.ts';
import { attach } from './actions/attach.ts';
import { clear } from './actions/clear.ts';
import { create } from './actions/create.ts';
import { discard } from './actions/discard.ts';
import { get } from './actions/get.ts';
import { layersPut } from './actions/layers-put.ts';
import { list } from './actions/list.ts';
import { patch } from './actions/patch.ts';
import { live, snapshots, worldPages } from './actions/public.ts';
import { revisions } from './actions/revisions.ts';
import { setVisibility } from './actions/set-visibility.ts';
import type { BuilderDeps } from './deps.ts';
import { publicationsState, publishAbandon } from './publish/abandon.ts';
import { publishBegin } from './publish/begin.ts';
import { publishCommit } from './publish/commit.ts';

/** Everything this service answers. */
export function builderHandlers(deps: BuilderDeps): Handlers<'builder'> {
  return {
    list: list(deps),
    create: create(deps),
    get: get(deps),
    patch: patch(deps),
    attach: attach(deps),
    clear: clear(deps),
    publish_begin: publishBegin(deps),
    publish_commit: publishCommit(deps),
    publish_abandon: publishAbandon(deps),
    publications_state: publicationsState(deps),
    live: live(deps),
    snapshots: snapshots(deps),
    world_pages: worldPages(deps),
    set_visibility: setVisibility(deps),
    layers_put: layersPut(deps),
    revisions: revisions(deps),
    admit: admit(deps),
    discard: discard(deps),
  };
}
