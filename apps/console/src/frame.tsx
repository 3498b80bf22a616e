import { useQueryClient } from '@tanstack/react-query';
import {
  lazy,
  Suspense,
  useEffect,
  useState,
  type ComponentType,
  type SyntheticEvent,
} from 'react';
import { forgetAllEdits } from './api/kept-edits.ts';
import { useAction } from './api/mutations.ts';
import { useLiveCache } from './api/use-live.ts';
import { endKeeping, mayEndSession } from './api/session-changes.ts';
import { ownerQuery, signOut } from './api/session.ts';
import { matchRoute, MOVED, NAVIGATION, ROUTES, type ConsoleScreenRoute } from './routes.ts';
import { Palette, type PaletteAction } from './palette/palette.tsx';
import { forgetRecent, noteVisit } from './palette/recent.ts';
import { SessionEnded } from './sign-in/session-ended.tsx';
import { Button } from './ui/button.tsx';
import { ConnectionLines } from './ui/connection-lines.tsx';
import { Heading } from './ui/heading.tsx';
import { Link } from './ui/link.tsx';
import { Problem } from './ui/problem.tsx';
import { go, pathOf, usePath } from './ui/router.ts';
import { ScreenBoundary } from './ui/screen-boundary.tsx';
import type { ScreenProps } from './ui/screen.ts';
import { Shortcuts, useHelpKey } from './ui/shortcuts.tsx';
import { Toasts } from './ui/toast.tsx';
import { useKeyShortcut } from './ui/use-window-key.ts';

function lazyScreen(route: ConsoleScreenRoute): ComponentType<ScreenProps> {
  return lazy(async () => ({ default: await route.load() }));
}

const SCREENS = new Map(ROUTES.map((route) => [route, lazyScreen(route)]));

function NotFound() {
  return (
    <>
      <Heading title="Not found" />
      <p>
        There is no screen at this address. <Link to="/">Go home</Link>.
      </p>
    </>
  );
}

/**
 * Shows the screen of the current address. Each path gets a new component instance, so no state of the previous website or key
 * remains.
 */
function CurrentScreen({ path }: { readonly path: string }) {
  const match = matchRoute(path);
  const Screen = match === null ? undefined : SCREENS.get(match.route);
  if (match === null || Screen === undefined) return <NotFound />;
  // A lazy component keeps the error of its first load, so it is replaced for the next time that the screen is opened.
  const renew = (): void => void SCREENS.set(match.route, lazyScreen(match.route));
  return (
    <ScreenBoundary key={path} onFailure={renew}>
      <Screen params={match.params} />
    </ScreenBoundary>
  );
}

/**
 * Shows the links between the screens, and the buttons that open the search and sign the owner out. On a narrow screen a menu
 * button shows and hides them.
 */
function Navigation({
  onSignOut,
  busy,
}: {
  readonly onSignOut: () => void;
  readonly busy: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  const path = usePath();
  // Opening another screen closes the menu.
  useEffect(() => setOpen(false), [path]);
  const [isFinding, setFinding] = useState(false);
  const [areShortcutsOpen, setShortcutsOpen] = useState(false);
  useKeyShortcut('k', () => setFinding(true));
  useHelpKey(() => setShortcutsOpen(true));
  const actions: readonly PaletteAction[] = [
    { name: 'Make a key', run: () => go('/keys/new') },
    { name: 'New website', run: () => go('/websites?new') },
    { name: 'Found a World', run: () => go('/worlds?found') },
    { name: 'Keyboard', run: () => setShortcutsOpen(true) },
    { name: 'Sign out', run: onSignOut },
  ];
  return (
    <>
      {isFinding && (
        <Palette screens={NAVIGATION} actions={actions} onClose={() => setFinding(false)} />
      )}
      {areShortcutsOpen && <Shortcuts onClose={() => setShortcutsOpen(false)} />}
      <button
        type="button"
        className="menu-button"
        aria-expanded={isOpen}
        aria-controls="navigation"
        onClick={() => setOpen(!isOpen)}
      >
        Menu
      </button>
      <div id="navigation" className={isOpen ? 'open' : undefined}>
        <nav aria-label="Main">
          {NAVIGATION.map(({ to, name }) => (
            <Link key={to} to={to} section>
              {name}
            </Link>
          ))}
        </nav>
        <span className="row">
          <Button look="plain" onClick={() => setFinding(true)}>
            Find <kbd>Ctrl-K</kbd>
          </Button>
          <Button look="plain" busy={busy} onClick={onSignOut}>
            Sign out
          </Button>
        </span>
      </div>
    </>
  );
}

/**
 * Loads the code of the screen to which a link leads as soon as the link has the focus or the pointer, before it is clicked.
 */
function preloadScreen({ target }: SyntheticEvent): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link === null || link.origin !== window.location.origin) return;
  matchRoute(pathOf(link))
    ?.route.load()
    // When the code cannot be loaded, the owner sees the error after opening the screen.
    .catch(() => undefined);
}

/**
 * The frame around every screen of a signed-in owner: header, navigation, toasts and notices about the connection and the
 * session.
 */
export function Frame() {
  const path = usePath();
  const cache = useQueryClient();
  const leave = useAction();
  useLiveCache();
  useEffect(() => noteVisit(path), [path]);
  const moved = MOVED[path];
  useEffect(() => {
    if (moved !== undefined) go(moved, { replace: true });
  }, [moved]);
  const end = (): void =>
    leave.run(async () => {
      if (!(await mayEndSession())) return;
      await signOut();
      endKeeping();
      forgetRecent();
      await forgetAllEdits();
      // Removes all data that were read for the owner, so that the next person at this browser cannot see them.
      cache.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ownerQuery.queryKey[0] });
      cache.setQueryData(ownerQuery.queryKey, null);
    });
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="frame">
        <span className="brand">Agent Bridge</span>
        <Navigation onSignOut={end} busy={leave.busy} />
      </header>
      <ConnectionLines />
      <main
        id="main"
        tabIndex={-1}
        onFocus={preloadScreen}
        onPointerOver={preloadScreen}
        className={matchRoute(path)?.route.wide === true ? 'wide' : undefined}
      >
        <Problem refusal={leave.refusal} />
        <Suspense fallback={<div className="skeleton" aria-busy="true" />}>
          {moved === undefined && <CurrentScreen path={path} />}
        </Suspense>
      </main>
      <Toasts />
      <SessionEnded />
    </>
  );
}
