import { ACTIONS, findAction } from '@bridge/contracts';
import { describe, expect, test } from 'vitest';
import { suggestAction } from './suggest.ts';

describe('an unknown action', () => {
  // Verifies: errors.suggestion.
  test.each([
    ['worlds.create', 'worlds.found'],
    ['search', 'surf.search'],
    ['pages.update', 'builder.patch'],
    ['builder.update', 'builder.patch'],
    ['builder.edit', 'builder.patch'],
    ['builder.read', 'builder.get'],
    ['builder.move', 'builder.attach'],
    ['world.list', 'worlds.list'],
    ['Builder_Get', 'builder.get'],
    ['builder/create', 'builder.create'],
    ['builder.pach', 'builder.patch'],
    ['builder.ptach', 'builder.patch'],
    ['builder.attachh', 'builder.attach'],
  ])('%s is taken for %s', (name, meant) => {
    expect(suggestAction(name)).toEqual({ did_you_mean: meant });
  });

  // Verifies: errors.suggestion.
  test.each([
    'builder.unpublish',
    'builder.delete',
    'pages.delete',
    'worlds.delete',
    'worlds.remove',
    'builder_delete',
    'pages.unpublish',
    'pages.withdraw',
    'delete',
    'builder.destroy',
  ])('%s gets no suggestion but the list of existing actions', (name) => {
    expect(suggestAction(name)).toEqual({ asked: 'removal' });
  });

  test.each([
    'builder.match',
    'builder.set',
    'builder.clean',
    'builder.publis',
    'builder.cleer',
    'builder.republish',
    'drop table',
    'constructor',
    '__proto__',
    '',
    '.',
    'x'.repeat(1_000_000),
  ])('%s gets nothing', (name) => {
    expect(suggestAction(name)).toEqual({});
  });

  // Verifies: errors.suggestion.
  test('is never taken for clear or publish by its spelling', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz.';
    for (const { name } of ACTIONS.filter(({ set }) => set === 'optional'))
      for (let at = 0; at <= name.length; at += 1)
        for (const letter of ['', ...letters])
          for (const cut of [0, 1]) {
            const near = name.slice(0, at) + letter + name.slice(at + cut);
            if (findAction(near) === undefined)
              expect(suggestAction(near).did_you_mean, near).not.toBe(name);
          }
  });
});
