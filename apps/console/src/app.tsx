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
      <h1>Not found</h1>
      <p>
        There is no page at this address. <Link to="/keys">Go to your keys</Link>.
      </p>
    </>
  );
}

function SignedInLayout({
  owner,
  onSignedOut,
}: {
  readonly owner: Owner;
  readonly onSignedOut: () => void;
}) {
  const path = usePath();
  const signOut = useAction();
  // The focus moves to the top of a new page, as after a page load.
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
          disabled={signOut.busy}
          onClick={() =>
            signOut.run(async () => {
              await api.signOut();
              onSignedOut();
            })
          }
        >
          Sign out
        </button>
      </header>
      <main id="main" tabIndex={-1}>
        <Problem refusal={signOut.refusal} />
        <Page path={path} owner={owner} />
      </main>
    </>
  );
}

/** The console: the page of the one-time link, the sign-in page, or the pages of a signed-in owner. */
export function App() {
  const path = usePath();
  const [session, reload] = useLoaded(api.owner);
  const [hasSignedOut, setSignedOut] = useState(false);
  const onEntered = useCallback(() => {
    setSignedOut(false);
    if (path === '/welcome' || path === '/sign-in') go('/keys');
    reload();
  }, [path, reload]);
  if (path === '/welcome') return <WelcomePage onEntered={onEntered} />;
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
  if (session.value === null || hasSignedOut) return <SignInPage onEntered={onEntered} />;
  return <SignedInLayout owner={session.value} onSignedOut={() => setSignedOut(true)} />;
}
