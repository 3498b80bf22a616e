import { accountServiceModule } from '@bridge/account';
import { busModule, journalHintsModule } from '@bridge/bus';
import { dbModule } from '@bridge/db';
import { runApp } from '@bridge/kernel';

await runApp({
  name: 'account',
  about:
    'The account service of Agent Bridge: journal, messages, sessions, webhooks and credits of accounts.',
  logLevel: 'info',
  modules: () => [
    dbModule('service'),
    busModule({ service: 'account', wiring: 'service' }),
    journalHintsModule,
    accountServiceModule,
  ],
});
