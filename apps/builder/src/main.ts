import { blobsModule } from '@bridge/blobs';
import { builderModule } from '@bridge/builder';
import { busModule, journalHintsModule } from '@bridge/bus';
import { dbModule } from '@bridge/db';
import { runApp } from '@bridge/kernel';

await runApp({
  name: 'builder',
  about: 'The builder service of Agent Bridge: drafts, revisions, patches, live pointers.',
  logLevel: 'info',
  modules: () => [
    dbModule('service'),
    busModule({ service: 'builder', wiring: 'service' }),
    journalHintsModule,
    blobsModule('service'),
    builderModule,
  ],
});
