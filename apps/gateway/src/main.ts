import { blobsModule } from '@bridge/blobs';
import { busModule, journalHintsModule } from '@bridge/bus';
import { dbModule } from '@bridge/db';
import { gatewayModule } from '@bridge/gateway';
import { runApp } from '@bridge/kernel';

await runApp({
  name: 'gateway',
  about: 'The gateway of Agent Bridge: keys, act, MCP, console.',
  logLevel: 'info',
  modules: () => [
    dbModule('service'),
    busModule({ service: 'gateway', wiring: 'service' }),
    journalHintsModule,
    blobsModule('service'),
    gatewayModule('service'),
  ],
});
