import { blobsModule } from '@bridge/blobs';
import { busModule } from '@bridge/bus';
import { runApp } from '@bridge/kernel';
import { surfModule } from '@bridge/surf';

await runApp({
  name: 'surf',
  about: 'The surf service of Agent Bridge: the cultural archive.',
  logLevel: 'info',
  modules: () => [
    busModule({ service: 'surf', wiring: 'service' }),
    blobsModule('service'),
    surfModule,
  ],
});
