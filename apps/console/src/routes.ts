import type { ComponentType } from 'react';
import type { ScreenProps } from './ui/screen.ts';

/** One row of the table of addresses. */
export interface Route {
  /** Address below /console; `:name` stands for one part that `match` describes. */
  readonly address: string;
  /** Loads the screen's file. */
  readonly load: () => Promise<ComponentType<ScreenProps>>;
  /** True for a screen that uses the whole width. */
  readonly wide?: boolean;
}

/** An entry of the navigation. */
export interface NavigationEntry {
  readonly to: string;
  readonly name: string;
}

/** The table of the console: each address with the file of its screen. */
export const ROUTES: readonly Route[] = [
  { address: '/', load: async () => (await import('./home/home.screen.tsx')).HomeScreen },
  {
    address: '/activity',
    load: async () => (await import('./activity/activity.screen.tsx')).ActivityScreen,
  },
  {
    address: '/keys/new',
    load: async () => (await import('./keys/keys.screen.tsx')).KeysScreen,
  },
  {
    address: '/keys/:key',
    load: async () => (await import('./keys/key.screen.tsx')).KeyScreen,
  },
  {
    address: '/websites',
    load: async () => (await import('./websites/websites.screen.tsx')).WebsitesScreen,
  },
  {
    address: '/worlds',
    load: async () => (await import('./worlds/worlds.screen.tsx')).WorldsScreen,
  },
  {
    address: '/worlds/:word',
    load: async () => (await import('./worlds/world.screen.tsx')).WorldScreen,
  },
  {
    address: '/pages/:id',
    load: async () => (await import('./editor/editor.screen.tsx')).EditorScreen,
    wide: true,
  },
  {
    address: '/pages/:id/revisions',
    load: async () => (await import('./revisions/revisions.screen.tsx')).RevisionsScreen,
  },
  {
    address: '/pages/:id/compare',
    load: async () => (await import('./revisions/compare.screen.tsx')).CompareScreen,
    wide: true,
  },
  {
    address: '/pages/:id/public',
    load: async () => (await import('./publish/public.screen.tsx')).PublicScreen,
  },
  {
    address: '/pages/:id/settings',
    load: async () => (await import('./settings/settings.screen.tsx')).SettingsScreen,
  },
  { address: '/keys', load: async () => (await import('./keys/keys.screen.tsx')).KeysScreen },
  {
    address: '/invitations/:word',
    load: async () => (await import('./invitations/invitation.screen.tsx')).InvitationScreen,
  },
  {
    address: '/account',
    load: async () => (await import('./account/account.screen.tsx')).AccountScreen,
  },
];

/** Former addresses, which open the screen that took their place. */
export const MOVED: Readonly<Record<string, string>> = { '/pages': '/websites' };

/** The navigation of the frame, in its order. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { to: '/', name: 'Home' },
  { to: '/websites', name: 'Websites' },
  { to: '/worlds', name: 'Worlds' },
  { to: '/activity', name: 'Activity' },
  { to: '/keys', name: 'Keys' },
  { to: '/account', name: 'Account' },
];

/** Forms of the parts of an address. */
const ADDRESS_PARTS: Readonly<Record<string, string>> = {
  id: '[0-9]{1,15}',
  word: '[a-z0-9-]{1,41}',
  key: 'key_[0-9a-z]{1,40}',
};

interface CompiledRoute {
  readonly route: Route;
  readonly pattern: RegExp;
}

const COMPILED: readonly CompiledRoute[] = ROUTES.map((route) => ({
  route,
  pattern: new RegExp(
    `^${route.address.replace(/:([a-z]+)/g, (_, name: string) => `(?<${name}>${ADDRESS_PARTS[name] ?? '[^/]+'})`)}$`,
  ),
}));

/** A route with the parts of the address that opened it. */
export interface RouteMatch {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the route of an address; null when there is no screen at it. */
export function matchRoute(path: string): RouteMatch | null {
  for (const { route, pattern } of COMPILED) {
    const found = pattern.exec(path);
    if (found !== null) return { route, params: { ...found.groups } };
  }
  return null;
}
