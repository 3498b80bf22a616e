import { blobsModule } from '@bridge/blobs';
import { busModule } from '@bridge/bus';
import { runApp } from '@bridge/kernel';
import { publisherModule } from '@bridge/publisher';

await runApp({
  name: 'publisher',
  about: 'The publisher service of Agent Bridge: verdicts, snapshots, archives.',
  logLevel: 'info',
  modules: () => [
    busModule({ service: 'publisher', wiring: 'service' }),
    blobsModule('service'),
    publisherModule,
  ],
});
