import { useCallback, useEffect, useState } from 'react';
import { api, type Owner } from './api.ts';
import { Link } from './parts/link.tsx';
import { Problem } from './parts/notice.tsx';
import { AccountPage } from './pages/account.tsx';
import { InvitationPage } from './pages/invitation.tsx';
import { KeysPage } from './pages/keys.tsx';
import { SignInPage } from './pages/sign-in.tsx';
import { WebsitePage } from './pages/website.tsx';
import { WebsitesPage } from './pages/websites.tsx';
import { WelcomePage } from './pages/welcome.tsx';
import { go, usePath } from './router.ts';
import { useAction, useLoaded } from './use-loaded.ts';

function Page({ path, owner }: { readonly path: string; readonly owner: Owner }) {
  const website = /^\/pages\/([0-9]{1,15})$/.exec(path)?.[1];
  if (website !== undefined) return <WebsitePage pageId={Number(website)} />;
  const invitation = /^\/invitations\/([a-z0-9-]{1,41})$/.exec(path)?.[1];
  if (invitation !== undefined) return <InvitationPage word={invitation} />;
  if (path === '/pages') return <WebsitesPage />;
  if (path === '/account') return <AccountPage owner={owner} />;
  if (path === '/' || path === '/keys') return <KeysPage />;
  return (
    <>
      <h1>Nothing here</h1>
      <p>
        This address leads nowhere. <Link to="/keys">Go to your keys</Link>.
      </p>
    </>
  );
}

function SignedIn({
  owner,
  onSignedOut,
}: {
  readonly owner: Owner;
  readonly onSignedOut: () => void;
}) {
  const path = usePath();
  const leave = useAction();
  // A new page begins at its top, for the eye and for a screen reader.
  useEffect(() => document.getElementById('main')?.focus({ preventScroll: false }), [path]);
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header>
        <span className="brand">Agent Bridge</span>
        <nav aria-label="Main">
          <Link to="/keys">Keys</Link>
          <Link to="/pages">Websites</Link>
          <Link to="/account">Account</Link>
        </nav>
        <button
          type="button"
          className="plain"
          disabled={leave.busy}
          onClick={() =>
            leave.run(async () => {
              await api.signOut();
              onSignedOut();
            })
          }
        >
          Sign out
        </button>
      </header>
      <main id="main" tabIndex={-1}>
        <Problem refusal={leave.refusal} />
        <Page path={path} owner={owner} />
      </main>
    </>
  );
}

/** The console: the welcome page of the one-time link, the sign-in, or the owner's pages. */
export function App() {
  const path = usePath();
  const [session, reload] = useLoaded(api.owner);
  const [left, setLeft] = useState(false);
  const entered = useCallback(() => {
    setLeft(false);
    if (path === '/welcome' || path === '/sign-in') go('/keys');
    reload();
  }, [path, reload]);
  if (path === '/welcome') return <WelcomePage onEntered={entered} />;
  if (session.state === 'loading') return <main aria-busy="true" className="narrow" />;
  if (session.state === 'failed') {
    return (
      <main className="narrow">
        <h1>Agent Bridge</h1>
        <Problem refusal={session.refusal} />
        <button type="button" onClick={reload}>
          Try again
        </button>
      </main>
    );
  }
  if (session.value === null || left) return <SignInPage onEntered={entered} />;
  return <SignedIn owner={session.value} onSignedOut={() => setLeft(true)} />;
}
