import { Heading } from '../ui/heading.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** The screen on which an owner signs in. */
export function SignInScreen({ onEntered }: { readonly onEntered: () => void }) {
  return (
    <main className="narrow">
      <Heading title="Sign in">Agent Bridge</Heading>
      <p>Sign in to give your agents keys and to see what they made.</p>
      <SignInForm onEntered={onEntered} />
      <p className="hint">
        No account yet? The first owner uses the one-time link that the service prints when it
        starts; later ones ask the operator, who runs{' '}
        <code>npm run ctl -- owner create --email you@example.org</code>. Password forgotten? The
        same command prints a link to a new one.
      </p>
    </main>
  );
}
