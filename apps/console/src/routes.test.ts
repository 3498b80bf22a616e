import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { matchRoute, MOVED, NAVIGATION, ROUTES } from './routes.ts';

const SOURCE = readFileSync(join(import.meta.dirname, 'routes.ts'), 'utf8');

test('every address has a screen file, and every screen that the frame loads has an address', () => {
  const named = [...SOURCE.matchAll(/import\('(\.\/[^']+\.screen\.tsx)'\)/g)].map(
    ([, path = '']) => path,
  );
  expect(named).toHaveLength(ROUTES.length);
  for (const path of named) expect(existsSync(join(import.meta.dirname, path)), path).toBe(true);
  const screens = globSync('*/*.screen.tsx', { cwd: import.meta.dirname })
    .map((path) => `./${path}`)
    // The sign-in screens are shown without a session, so the component for signed-in owners (the frame) does not load them.
    .filter((path) => !path.startsWith('./sign-in/'));
  expect(screens.filter((path) => !named.includes(path))).toEqual([]);
});

// Verifies: console.addresses.
test('the navigation and the former addresses lead to screens', () => {
  for (const { to } of NAVIGATION) expect(matchRoute(to), to).not.toBeNull();
  for (const to of Object.values(MOVED)) expect(matchRoute(to), to).not.toBeNull();
  for (const former of [
    '/',
    '/keys',
    '/keys/new',
    '/pages/42',
    '/account',
    '/invitations/moonlit-press',
  ])
    expect(matchRoute(former), former).not.toBeNull();
});

test('an address gives its parts to the screen, and a wrong one has no screen', () => {
  expect(matchRoute('/pages/42')?.params).toEqual({ id: '42' });
  expect(matchRoute('/pages/forty-two')).toBeNull();
  expect(matchRoute('/nothing')).toBeNull();
});
