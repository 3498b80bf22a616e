import { blobsModule } from '@bridge/blobs';
import { builderModule } from '@bridge/builder';
import { busModule } from '@bridge/bus';
import { dbModule } from '@bridge/db';
import { gatewayModule } from '@bridge/gateway';
import { controlSocket, runApp } from '@bridge/kernel';
import { publisherModule } from '@bridge/publisher';
import { sitesModule } from '@bridge/sites';
import { surfModule } from '@bridge/surf';
import { worldsModule } from '@bridge/worlds';
import { sayOpened, sayReady, sayStopping, sayTrouble } from './terminal.ts';

const wiring = 'all-in-one';
const gateway = gatewayModule(wiring);
const drivers = [
  dbModule(wiring, { tell: sayTrouble }),
  busModule({ service: 'bridge', wiring }),
  blobsModule(wiring),
];
const services = [
  worldsModule,
  builderModule,
  publisherModule,
  surfModule,
  gateway,
  sitesModule(wiring),
];

await runApp({
  name: 'bridge',
  about: 'npm start [-- flags]: all of Agent Bridge in one process, on embedded defaults.',
  logLevel: 'warn',
  controlSocket,
  modules: () => [...drivers, ...services],
  onOpened: sayOpened,
  onReady: (running, settings, ms) => sayReady(running.get(gateway), settings, ms),
  onStopping: sayStopping,
});
