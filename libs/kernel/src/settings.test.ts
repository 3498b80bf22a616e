import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSettings, SETTINGS, SettingsError } from './settings.ts';

function problemsOf(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.problems;
  }
}

describe('the settings', () => {
  test('need nothing: the defaults start the product', () => {
    expect(readSettings({})).toMatchObject({
      BRIDGE_BASE_URL: 'http://localhost:4000',
      BRIDGE_CONTENT_URL: 'http://localhost:4001',
      BRIDGE_DATA: './data',
      BRIDGE_LIMITS: 'default',
      BRIDGE_ORIGINS: [],
      BRIDGE_PROXY_HOPS: 0,
      BRIDGE_SIGNUP: 'closed',
    });
  });

  // Verifies: operations.every-problem.
  test('report every problem at once, each with its name', () => {
    const problems = problemsOf({
      BRIDGE_BASE_URL: 'ftp://example',
      BRIDGE_DB: 'mysql://x',
      BRIDGE_PROXY_HOPS: 'two',
      BRIDGE_LOG: 'loud',
      BRIDGE_TYPO: '1',
      BRIDGE_LISTEN: '127.0.0.1:70000',
    });
    for (const name of [
      'BRIDGE_BASE_URL',
      'BRIDGE_DB',
      'BRIDGE_PROXY_HOPS',
      'BRIDGE_LOG',
      'BRIDGE_TYPO',
      'BRIDGE_LISTEN',
    ])
      expect(problems.filter((problem) => problem.startsWith(name))).toHaveLength(1);
    expect(problems).toHaveLength(6);
  });

  test('refuse a name they do not know, but not what tests read, nor other programs’ names', () => {
    expect(problemsOf({ BRIDGE_BASEURL: 'x' })).toEqual([
      'BRIDGE_BASEURL is not a setting; npm run ctl -- config print lists them.',
    ]);
    expect(
      problemsOf({ BRIDGE_TEST_NATS: 'x', BRIDGE_REQUIRE: 'nats', PATH: '/', BRIDGE: '1' }),
    ).toEqual([]);
    expect(problemsOf({ BRIDGE___proto__: 'x' })).toHaveLength(1);
  });

  test('take an empty value for an absent one', () => {
    expect(readSettings({ BRIDGE_DB: '', BRIDGE_LOG: '' })).toEqual(readSettings({}));
  });

  // Verifies: operations.every-problem.
  test('never repeat a value in a problem: it may be a secret', () => {
    for (const name of Object.keys(SETTINGS)) {
      const problems = problemsOf({ [name]: '\u0007hunter2 hunter2' });
      expect(problems.join(' ')).not.toContain('hunter2');
    }
    expect(problemsOf({ BRIDGE_AUTH_SECRET: 'hunter2' })).toHaveLength(1);
  });

  test.each([
    ['BRIDGE_BASE_URL', 'https://app.example', true],
    ['BRIDGE_BASE_URL', 'https://app.example/', true],
    ['BRIDGE_BASE_URL', 'https://app.example/bridge', false],
    ['BRIDGE_BASE_URL', 'https://app.example/?a', false],
    ['BRIDGE_BASE_URL', 'javascript:alert(1)', false],
    ['BRIDGE_LISTEN', '127.0.0.1:0', true],
    ['BRIDGE_LISTEN', '[::1]:4000', true],
    ['BRIDGE_LISTEN', '4000', false],
    ['BRIDGE_DB', 'embedded:./data/db', true],
    ['BRIDGE_DB', 'postgres://u:p@h/d', true],
    ['BRIDGE_DB', 'postgresql://h/d', true],
    ['BRIDGE_DB', './data/db', false],
    ['BRIDGE_DB', 'postgres://u@/d?host=/run/postgresql', true],
    ['BRIDGE_DB', 'postgresql://%2Frun%2Fpostgresql/d', true],
    ['BRIDGE_DB', 'postgres://u:a%23b%25@h/d', true],
    ['BRIDGE_DB', 'postgres://u:a#b@h/d', false],
    ['BRIDGE_DB', 'postgres://u:a/b@h/d', false],
    ['BRIDGE_DB', 'postgres://u:100%@h/d', true],
    ['BRIDGE_DB_DIRECT', 'postgres://u:a#b@h/d', false],
    ['BRIDGE_BUS', 'memory:', true],
    ['BRIDGE_BUS', 'nats://a,nats://b', true],
    ['BRIDGE_BUS', 'tls://a', true],
    ['BRIDGE_BUS', 'memory', false],
    ['BRIDGE_BLOBS', 'file:./blobs', true],
    ['BRIDGE_BLOBS', 's3+http://127.0.0.1:7070/bridge', true],
    ['BRIDGE_BLOBS', 's3+http://127.0.0.1:7070', false],
    ['BRIDGE_BLOBS', 's3+http://127.0.0.1:99999/bridge', false],
    ['BRIDGE_SEARCH', 'meili+https://search.example', true],
    ['BRIDGE_SEARCH', 'meili+https://search.example:x', false],
    ['BRIDGE_OUTBOUND_PROXY', 'http://u:a%23b@proxy:3128', true],
    ['BRIDGE_OUTBOUND_PROXY', 'http://u:a#b@proxy:3128', false],
    ['BRIDGE_OUTBOUND_PROXY', 'http://u:100%@proxy:3128', false],
    ['BRIDGE_SEARCH', 'https://search.example', false],
    ['BRIDGE_PROXY_HOPS', '10', true],
    ['BRIDGE_PROXY_HOPS', '11', false],
    ['BRIDGE_PROXY_HOPS', '1.5', false],
    ['BRIDGE_ORIGINS', 'https://a.example/,http://b.example:8080', true],
    ['BRIDGE_ORIGINS', 'https://a.example,b.example', false],
    ['BRIDGE_ORIGINS', 'https://a.example/app', false],
    ['BRIDGE_SIGNUP', 'open', true],
    ['BRIDGE_SIGNUP', 'yes', false],
    ['BRIDGE_AUTH_SECRET', 's'.repeat(32), true],
    ['BRIDGE_AUTH_SECRET', 's'.repeat(31), false],
  ])('%s=%s: accepted %s', (name, value, good) => {
    expect(problemsOf({ [name]: value }).length === 0).toBe(good);
  });

  test('give addresses without a slash at the end, and lists as lists', () => {
    const settings = readSettings({
      BRIDGE_BASE_URL: 'https://app.example/',
      BRIDGE_ORIGINS: 'https://a.example, https://b.example,',
    });
    expect(settings.BRIDGE_BASE_URL).toBe('https://app.example');
    expect(settings.BRIDGE_ORIGINS).toEqual(['https://a.example', 'https://b.example']);
  });

  test('end in settings or in problems, whatever they are given', () => {
    const env = fc.dictionary(fc.constantFrom(...Object.keys(SETTINGS)), fc.string());
    fc.assert(
      fc.property(env, (given) => {
        for (const problem of problemsOf(given))
          expect(problem).toMatch(/^BRIDGE_[A-Z0-9_]+.+\.$/s);
      }),
    );
  });
});
