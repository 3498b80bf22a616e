import { runCommand, until } from '@bridge/testing';
import { expect } from 'vitest';
import type { ActionCaller } from '../call.ts';
import { done, patchOf, product, refused, stage, unique, website } from '../stage.ts';
import { verifiesOnce } from '../verifies.ts';

const COST = 10;
const scopes = [
  'pages.generate',
  'credits.balance',
  'builder.get',
  'builder.list',
  'builder.patch',
];

/** Creates an account with `credits` credits and a key that may spend them. */
async function buyer(credits: number) {
  const one = await stage();
  if (credits > 0) {
    const grant = ['credits', 'grant', '--amount', String(credits), '--ref', unique('invoice')];
    await runCommand([...grant, '--owner', one.owner.email], product().env);
  }
  return { word: one.word, call: await one.with('act', { scopes }) };
}
const order = (word: string, prompt = 'A page about the moon.') => ({
  word,
  title: 'Moon',
  prompt,
  idempotency_key: unique('generate'),
});
async function creditsOf(call: ActionCaller): Promise<readonly unknown[]> {
  const { balance, held, spent_30d } = done(await call('credits.balance', {}));
  return [balance, held, spent_30d];
}
const websitesOf = async (call: ActionCaller) => done(await call('builder.list', {}))['websites'];

verifiesOnce('credits.draft-with-capture', async () => {
  const { word, call } = await buyer(2 * COST);
  const input = order(word);
  const outcome = await call('pages.generate', input);
  const page = website(outcome);
  expect(page).toMatchObject({ word, title: 'Moon', visibility: 'private', live_url: null });
  expect(done(outcome)).toMatchObject({ credits: { spent: COST, balance: COST } });
  expect(await call('pages.generate', input)).toEqual({ ...outcome, replayed: true });
  refused(await call('pages.generate', { ...input, title: 'Sun' }), 'idempotency_mismatch');
  expect(await creditsOf(call)).toEqual([COST, 0, COST]);
  const patched = website(
    await call('builder.patch', patchOf(page, '<h1>Made</h1>', '<h1>M</h1>')),
  );
  expect(done(await call('builder.get', { page_id: page.page_id }))).toMatchObject({
    website: { raw_sha256: patched.raw_sha256 },
  });
});

verifiesOnce('credits.hold', async () => {
  const { word, call } = await buyer(COST);
  const failing = order(word, 'behave as refused');
  const failure = refused(await call('pages.generate', failing), 'provider_failed');
  expect(failure.details).toMatchObject({ reason: 'refused' });
  await until('the credits to be given back', async () => (await creditsOf(call))[1] === 0);
  expect([await creditsOf(call), await websitesOf(call)]).toEqual([[COST, 0, 0], []]);
  website(await call('pages.generate', order(word)));
  expect(await creditsOf(call)).toEqual([0, 0, COST]);
});

verifiesOnce('credits.exhausted', async () => {
  const { word, call } = await buyer(0);
  refused(await call('pages.generate', order(word)), 'credits_exhausted');
  expect([await creditsOf(call), await websitesOf(call)]).toEqual([[0, 0, 0], []]);
});
