import { accountServiceModule } from '@bridge/account';
import { busModule, journalHintsModule } from '@bridge/bus';
import { dbModule } from '@bridge/db';
import { runApp } from '@bridge/kernel';

await runApp({
  name: 'account',
  about:
    'The account service of Agent Bridge: what belongs to an account and to no World or website.',
  logLevel: 'info',
  modules: () => [
    dbModule('service'),
    busModule({ service: 'account', wiring: 'service' }),
    journalHintsModule,
    accountServiceModule,
  ],
});
