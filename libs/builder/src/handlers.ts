import { handlersOf } from '@bridge/bus';
import { admit } from './actions/admit.ts';
import { attach } from './actions/attach.ts';
import { clear } from './actions/clear.ts';
import { create } from './actions/create.ts';
import { discard } from './actions/discard.ts';
import { generateAdmit, generateCommit } from './generate/generate-commit.ts';
import { get } from './actions/get.ts';
import { home, search, titles } from './actions/home.ts';
import { layersPut } from './actions/layers-put.ts';
import { list } from './actions/list.ts';
import { overview } from './actions/overview.ts';
import { ownPages } from './actions/own-pages.ts';
import { pagesGet } from './actions/pages-get.ts';
import { pagesList } from './actions/pages-list.ts';
import { pagesSetVisibility } from './actions/pages-set-visibility.ts';
import { patch } from './actions/patch.ts';
import { preview } from './actions/preview.ts';
import { live, snapshots, worldPages } from './actions/public.ts';
import { revisions } from './actions/revisions.ts';
import { setListed } from './actions/set-listed.ts';
import { setVisibility } from './actions/set-visibility.ts';
import { snapshotsOwn } from './actions/snapshots-own.ts';
import { widgetsCatalog } from './actions/widgets-catalog.ts';
import { widgetsInstallPage } from './actions/widgets-install-page.ts';
import { deletePage } from './delete/delete.ts';
import { deleted } from './delete/deleted.ts';
import { undelete } from './delete/undelete.ts';
import type { BuilderDeps } from './deps.ts';
import { rename } from './editor/rename.ts';
import { restore } from './editor/restore.ts';
import { revisionGet } from './editor/revision-get.ts';
import { save } from './editor/save.ts';
import { unsavedDrop } from './editor/unsaved-drop.ts';
import { unsavedGet } from './editor/unsaved-get.ts';
import { unsavedPut } from './editor/unsaved-put.ts';
import { worldCounts, worldWebsites } from './worlds/world-websites.ts';
import { worldOff } from './worlds/world-off.ts';
import { publicationsState, publishAbandon } from './publish/abandon.ts';
import { publishBegin } from './publish/begin.ts';
import { publishCommit } from './publish/commit.ts';

/** The handlers of all actions and messages in BUILDER, the contract of this service on the bus, under the same names. */
export const builderHandlers = handlersOf<'builder', BuilderDeps>({
  list,
  create,
  get,
  patch,
  attach,
  clear,
  pagesList,
  pagesGet,
  pagesSetVisibility,
  widgetsCatalog,
  widgetsInstallPage,
  publishBegin,
  publishCommit,
  publishAbandon,
  publicationsState,
  live,
  snapshots,
  worldPages,
  overview,
  preview,
  setVisibility,
  setListed,
  layersPut,
  revisions,
  revisionGet,
  restore,
  rename,
  ownPages,
  snapshotsOwn,
  unsavedGet,
  unsavedPut,
  unsavedDrop,
  save,
  delete: deletePage,
  undelete,
  deleted,
  worldWebsites,
  worldCounts,
  worldOff,
  generateAdmit,
  generateCommit,
  admit,
  discard,
  home,
  search,
  titles,
});
