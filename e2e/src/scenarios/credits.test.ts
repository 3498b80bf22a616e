import { expect } from 'vitest';
import { runCommand } from '@bridge/testing';
import { done, product, refused, stage } from '../stage.ts';
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
  // The balance belongs to the account: every key of the account reads the same balance.
  expect(done(await reader('credits.balance', {}))).toMatchObject({ owner: 'account' });
  refused(await whoami('credits.balance', {}), 'insufficient_scope');
});

verifiesOnce('credits.grant', async () => {
  const reader = await one.with('act', { scopes: ['credits.balance'] });
  const words = ['--owner', one.owner.email, '--json'];
  const grant = ['credits', 'grant', '--amount', '25', '--ref', 'invoice-1', ...words];
  const { env } = product();
  for (const unchanged of [false, true])
    expect(JSON.parse((await runCommand(grant, env)).stdout)).toMatchObject({
      ok: true,
      balance: 25,
      held: 0,
      unchanged,
    });
  expect(done(await reader('credits.balance', {}))).toMatchObject({ balance: 25 });
  const shown = await runCommand(['credits', 'show', ...words], env);
  expect(JSON.parse(shown.stdout)).toMatchObject({ balance: 25, spent_30d: 0 });
  await expect(
    runCommand(['credits', 'grant', '--amount', '0', '--ref', 'x'], env),
  ).rejects.toThrow('ended with 2');
});
