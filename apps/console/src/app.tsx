import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ownerQuery } from './api/session.ts';
import { Frame } from './frame.tsx';
import { NewPasswordScreen } from './sign-in/new-password.screen.tsx';
import { SignInScreen } from './sign-in/sign-in.screen.tsx';
import { WelcomeScreen } from './sign-in/welcome.screen.tsx';
import { Heading } from './ui/heading.tsx';
import { Problem } from './ui/problem.tsx';
import { go, usePath } from './ui/router.ts';

/**
 * Addresses of the screens on which an owner signs in. After signing in on one of them, the owner is led to the home screen.
 */
const ENTRANCES: readonly string[] = ['/welcome', '/new-password', '/sign-in'];

/**
 * The root component: shows the screen that a one-time link opens, the sign-in screen or, for a signed-in owner, the frame with
 * the current screen.
 */
export function App() {
  const path = usePath();
  const { data: owner, error, refetch } = useQuery(ownerQuery);
  const isEntrance = ENTRANCES.includes(path);
  const isInside = owner !== null && owner !== undefined;
  useEffect(() => {
    if (path === '/sign-in' && isInside) go('/', { replace: true });
  }, [path, isInside]);
  const enter = (): void => {
    if (isEntrance) go('/', { replace: true });
    void refetch();
  };
  if (path === '/welcome') return <WelcomeScreen onEntered={enter} />;
  if (path === '/new-password') return <NewPasswordScreen onEntered={enter} />;
  if (owner === undefined && error !== null)
    return (
      <main className="narrow">
        <Heading title="Agent Bridge" />
        <Problem refusal={error} onAgain={() => void refetch()} />
      </main>
    );
  if (owner === undefined) return <main aria-busy="true" className="narrow" />;
  if (owner === null) return <SignInScreen onEntered={enter} />;
  return <Frame />;
}
