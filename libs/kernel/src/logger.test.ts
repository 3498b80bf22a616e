import { expect, it } from 'vitest';
import { loggedError } from './logger.ts';

it('a logged database error says what failed, and never quotes the row', () => {
  const error = Object.assign(new Error('new row violates check constraint "title_length"'), {
    code: '23514',
    detail: 'Failing row contains (acc_1, 42, <h1>private</h1>).',
    where: 'SQL statement "insert … private"',
  });
  const text = JSON.stringify(loggedError(new Error('call broke', { cause: error })));
  expect(text).toContain('title_length');
  expect(text).toContain('23514');
  expect(text).not.toContain('private');
});

it('causes that point at each other end', () => {
  const [a, b] = [new Error('a'), new Error('b')];
  a.cause = b;
  b.cause = a;
  expect(JSON.stringify(loggedError(a)).length).toBeLessThan(10_000);
});

it('a long message of several lines is cut, and the stack does not repeat it', () => {
  const text = JSON.stringify(loggedError(new Error(`broken\n${'private\n'.repeat(1_000)}`)));
  expect(text.match(/private/g)?.length).toBeLessThan(30);
  expect(text).toContain('logger.test.ts');
});
