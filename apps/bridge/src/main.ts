import { blobsModule } from '@bridge/blobs';
import { builderModule } from '@bridge/builder';
import { busModule } from '@bridge/bus';
import { dbModule } from '@bridge/db';
import { gatewayModule } from '@bridge/gateway';
import { runApp } from '@bridge/kernel';
import { publisherModule } from '@bridge/publisher';
import { sitesModule } from '@bridge/sites';
import { surfModule } from '@bridge/surf';
import { worldsModule } from '@bridge/worlds';
import { sayOpened, sayReady, sayStopping } from './terminal.ts';

const drivers = [
  dbModule('all-in-one'),
  busModule({ service: 'bridge', wiring: 'all-in-one' }),
  blobsModule('all-in-one'),
];
const gateway = gatewayModule('all-in-one');
const services = [
  worldsModule,
  builderModule,
  publisherModule,
  surfModule,
  gateway,
  sitesModule,
];

await runApp({
  name: 'bridge',
  about: 'npm start [-- flags]: all of Agent Bridge in one process, on embedded defaults.',
  logLevel: 'warn',
  modules: () => [...drivers, ...services],
  onOpened: sayOpened,
  onReady: (running, settings, ms) => sayReady(running.get(gateway), settings, ms),
  onStopping: sayStopping,
});
