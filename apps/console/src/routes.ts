import type { ComponentType } from 'react';
import type { ScreenProps } from './ui/screen.ts';

/** An address of the console and the screen that it opens. */
export interface ConsoleScreenRoute {
  /** The address below /console. `:name` is a variable part that must match the regular expression `name` in ADDRESS_PARTS. */
  readonly address: string;
  /** Loads the code of the screen. */
  readonly load: () => Promise<ComponentType<ScreenProps>>;
  /** True for a screen that uses the whole width of the window. */
  readonly wide?: boolean;
}

/** A link in the console's main navigation. */
export interface NavigationEntry {
  readonly to: string;
  readonly name: string;
}

/** The table of all addresses of the console, each with the function that loads its screen. */
export const ROUTES: readonly ConsoleScreenRoute[] = [
  { address: '/', load: async () => (await import('./home/home.screen.tsx')).HomeScreen },
  {
    address: '/activity',
    load: async () => (await import('./activity/activity.screen.tsx')).ActivityScreen,
    wide: true,
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

/** Former addresses of screens, each with the address that replaced it. */
export const MOVED: Readonly<Record<string, string>> = { '/pages': '/websites' };

/** The links of the console's main navigation, in their order. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { to: '/', name: 'Home' },
  { to: '/websites', name: 'Websites' },
  { to: '/worlds', name: 'Worlds' },
  { to: '/activity', name: 'Activity' },
  { to: '/keys', name: 'Keys' },
  { to: '/account', name: 'Account' },
];

/** Regular expressions for the variable parts of addresses, by the name of the part. */
const ADDRESS_PARTS: Readonly<Record<string, string>> = {
  id: '[0-9]{1,15}',
  word: '[a-z0-9-]{1,41}',
  key: 'key_[0-9a-z]{1,40}',
};

/** A route with the regular expression that matches its addresses. */
interface CompiledRoute {
  readonly route: ConsoleScreenRoute;
  readonly pattern: RegExp;
}

const COMPILED: readonly CompiledRoute[] = ROUTES.map((route) => ({
  route,
  pattern: new RegExp(
    `^${route.address.replace(/:([a-z]+)/g, (_, name: string) => `(?<${name}>${ADDRESS_PARTS[name] ?? '[^/]+'})`)}$`,
  ),
}));

/** The screen's route that an address matches, with the values of the address's variable parts. */
export interface ConsoleRouteMatch {
  readonly route: ConsoleScreenRoute;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the route that an address matches; null when no screen has this address. */
export function matchRoute(path: string): ConsoleRouteMatch | null {
  for (const { route, pattern } of COMPILED) {
    const found = pattern.exec(path);
    if (found !== null) return { route, params: { ...found.groups } };
  }
  return null;
}
