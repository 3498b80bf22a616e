import { LIMITS, PUBLIC_PATHS } from '@bridge/contracts';
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SURFACES } from '../call.ts';
import { done, refused, stage, unique } from '../stage.ts';
import { standing } from './standing.ts';

const one = await stage();
standing(() => one.on('act')('worlds.list', {}));

describe.each(SURFACES)('on %s', (surface) => {
  const found = (word: string) =>
    one.on(surface)('worlds.found', { word, idempotency_key: unique('g29') });

  it.each([
    'xn--80ak6aa92e',
    'ab--cd',
    'www',
    'api',
    'localhost',
    'w-w-w',
    'p42',
    'api2',
    'mcp',
    'docs',
  ])('%s cannot be founded, because it could be mistaken for another name', async (word) => {
    const error = refused(await found(word), 'word_unavailable');
    expect(error).toMatchObject({ status: 409, details: { reason: 'reserved' } });
  });

  it.each([
    'abc\n',
    'abc\r\n',
    '\nabc',
    'A',
    'Abc',
    'a b',
    '-a',
    'a-',
    '1a',
    'ä',
    'a_b',
    'a.b',
    '',
    'x'.repeat(42),
    '__proto__',
  ])('%j is no word at all', async (word) => {
    const error = refused(await found(word), 'invalid_input');
    const issues = error.details['issues'] as { path: string }[];
    expect([error.status, new Set(issues.map(({ path }) => path))]).toEqual([
      400,
      new Set(['word']),
    ]);
  });

  it('a word of 41 characters is founded, and taken from then on', async () => {
    const word = `w${randomBytes(20).toString('hex')}`;
    expect(word).toHaveLength(LIMITS.wordCharsMax);
    done(await found(word));
    expect(refused(await found(word), 'word_unavailable').details).toMatchObject({
      reason: 'yours',
    });
  });
});

// Verifies: safety.names.
it('constructor, toString and other names of object members are ordinary words', async () => {
  const call = one.on('act');
  for (const word of ['constructor', 'valueof', 'tostring', 'prototype']) {
    done(await call('worlds.found', { word, idempotency_key: unique('g29') }));
    const page = done(
      await call('builder.create', { word, title: word, idempotency_key: unique('g29') }),
    );
    expect(page).toMatchObject({ website: { word } });
  }
  const { key, secret } = await one.owner.makeKey({
    scopes: ['builder.list'],
    worlds: ['constructor'],
  });
  expect(key.worlds).toEqual(['constructor']);
  expect(secret).toMatch(/^ak_/);
  const about = await one.owner.send('GET', `${PUBLIC_PATHS.bridge}/worlds/constructor/members`);
  expect(about.status).toBe(200);
});
