import { blobsModule } from '@bridge/blobs';
import { busModule } from '@bridge/bus';
import { runApp } from '@bridge/kernel';
import { sitesModule } from '@bridge/sites';

await runApp({
  name: 'sites',
  about: 'The content origin of Agent Bridge: published websites, World dashboards, archives.',
  logLevel: 'info',
  modules: () => [
    busModule({ service: 'sites', wiring: 'service' }),
    blobsModule('service'),
    sitesModule('service'),
  ],
});
