import { busModule, journalHintsModule } from '@bridge/bus';
import { dbModule } from '@bridge/db';
import { runApp } from '@bridge/kernel';
import { worldsModule } from '@bridge/worlds';

await runApp({
  name: 'worlds',
  about: 'The worlds service of Agent Bridge: Worlds, their members and invitations.',
  logLevel: 'info',
  modules: () => [
    dbModule('service'),
    busModule({ service: 'worlds', wiring: 'service' }),
    journalHintsModule,
    worldsModule,
  ],
});
