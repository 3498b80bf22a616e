import { defineService } from '../service.ts';
import { attach } from './builder/attach.ts';
import { admit, discard } from './builder/bodies.ts';
import { clear } from './builder/clear.ts';
import { create } from './builder/create.ts';
import { deleted, deletePage, undelete } from './builder/deletion.ts';
import {
  rename,
  restore,
  revisionGet,
  save,
  unsavedDrop,
  unsavedGet,
  unsavedPut,
} from './builder/editor.ts';
import { generateAdmit, generateCommit } from './builder/generation.ts';
import { get } from './builder/get.ts';
import { builderHome, builderSearch, builderTitles } from './builder/home.ts';
import { listWebsites } from './builder/list.ts';
import { ownPages, snapshotsOwn } from './builder/own-pages.ts';
import { layersPut, revisions, setListed, setVisibility } from './builder/owner.ts';
import { pagesGet, pagesList, pagesSetVisibility } from './builder/pages.ts';
import { patch } from './builder/patch.ts';
import { preview } from './builder/preview.ts';
import { live, snapshots, websitesOverview, worldPages } from './builder/public.ts';
import {
  publicationsState,
  publishAbandon,
  publishBegin,
  publishCommit,
} from './builder/publication.ts';
import { widgetsCatalog, widgetsInstallPage } from './builder/widgets.ts';
import { worldCounts, worldOff, worldWebsites } from './builder/world-websites.ts';

/** Actions and messages of the builder service: drafts, revisions, publications and data for visitors. */
export const BUILDER = defineService('builder', {
  list: listWebsites,
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
  // From here on: messages between services, which agents cannot call.
  publishBegin,
  publishCommit,
  publishAbandon,
  publicationsState,
  live,
  snapshots,
  worldPages,
  overview: websitesOverview,
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
  home: builderHome,
  search: builderSearch,
  titles: builderTitles,
});
