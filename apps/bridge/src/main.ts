import { accountModule } from '@bridge/account';
import { blobsModule } from '@bridge/blobs';
import { builderModule } from '@bridge/builder';
import { busModule, journalHintsModule } from '@bridge/bus';
import { dbModule } from '@bridge/db';
import { gatewayModule } from '@bridge/gateway';
import { generatorModule } from '@bridge/generator';
import { controlSocket, runApp } from '@bridge/kernel';
import { publisherModule } from '@bridge/publisher';
import { sitesModule } from '@bridge/sites';
import { surfModule } from '@bridge/surf';
import { worldsModule } from '@bridge/worlds';
import { printProgress, printReady, printStopping, printNotice } from './terminal.ts';

const wiring = 'all-in-one';
const gateway = gatewayModule(wiring);
const drivers = [
  dbModule(wiring, { tell: printNotice }),
  busModule({ service: 'bridge', wiring }),
  journalHintsModule,
  blobsModule(wiring),
];
const services = [
  worldsModule,
  builderModule,
  publisherModule,
  surfModule,
  accountModule,
  generatorModule,
  gateway,
  sitesModule(wiring),
];

await runApp({
  name: 'bridge',
  about: 'npm start [-- flags]: all of Agent Bridge in one process, on embedded defaults.',
  logLevel: 'warn',
  controlSocket,
  modules: () => [...drivers, ...services],
  onOpened: printProgress,
  onReady: (running, settings, ms) => printReady(running.get(gateway), settings, ms),
  onStopping: printStopping,
});
