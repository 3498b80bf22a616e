import { expect } from 'vitest';
import { done, refused, stage } from '../stage.ts';
import { verifiesOnce } from '../verifies.ts';

const one = await stage();

verifiesOnce('credits.balance', async () => {
  const reader = await one.with('act', { scopes: ['credits.balance'] });
  expect(done(await reader('credits.balance', {}))).toEqual({
    balance: 0,
    held: 0,
    unit: 'credit',
    owner: 'account',
    spent_30d: 0,
    costs: { 'pages.generate': 10 },
    low: true,
  });
  const other = await one.with('act', { scopes: ['worlds.list'] });
  refused(await other('credits.balance', {}), 'insufficient_scope');
});

verifiesOnce('accounts.no-wallet', async () => {
  const reader = await one.with('act', { scopes: ['credits.balance'] });
  const whoami = await one.with('act', { scopes: ['worlds.list'] });
  // Every key of the account reads the one balance, and holds nothing itself.
  expect(done(await reader('credits.balance', {}))).toMatchObject({ owner: 'account' });
  refused(await whoami('credits.balance', {}), 'insufficient_scope');
});
