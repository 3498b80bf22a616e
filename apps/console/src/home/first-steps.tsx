import type { ConsoleHomeAnswer } from '@bridge/contracts';
import { Link } from '../ui/link.tsx';

/**
 * The first steps of a new account (make a key, call, found a World, make a website, publish it). The value of a step is true
 * when it is done.
 */
type FirstStepsProgress = NonNullable<ConsoleHomeAnswer['steps']>;

/** Maximum number of effects (committed changes) with which an account still counts as new. */
const NEW_EFFECTS_MAX = 200;

/** The first steps of a new account in their order, each with its name, a hint, and the screen on which it is done. */
const STEPS: readonly (readonly [
  step: keyof FirstStepsProgress,
  name: string,
  help: string,
  to: string,
  action: string,
])[] = [
  ['key', 'Make a key', 'An agent acts in your account with it.', '/keys/new', 'New key'],
  ['call', 'Let an agent call', 'Put the key into your client and start it.', '/keys', 'See keys'],
  ['world', 'Found a World', 'A public word for your websites.', '/worlds?found', 'Found a World'],
  [
    'website',
    'Make a website',
    'Ask the agent for one, or begin yourself.',
    '/websites?new',
    'New website',
  ],
  [
    'published',
    'Publish it',
    'Look at the draft first, then decide who sees it.',
    '/websites',
    'Websites',
  ],
];

/** Returns true for a new account in which a first step is not done. Its home screen begins with the list of these steps. */
export function isNewAccount({ steps, seq }: Pick<ConsoleHomeAnswer, 'steps' | 'seq'>): boolean {
  return steps !== null && seq <= NEW_EFFECTS_MAX && Object.values(steps).includes(false);
}

/** Lists the first steps of an account. Done steps have a tick, and the next undone step has a link. */
export function FirstStepList({ steps }: { readonly steps: FirstStepsProgress }) {
  const next = STEPS.find(([step]) => !steps[step]);
  return (
    <section aria-labelledby="first-steps" className="card">
      <h2 id="first-steps">First steps</h2>
      <ol className="steps">
        {STEPS.map(([step, name, help, to, action]) => (
          <li key={step}>
            <span aria-hidden="true">{steps[step] ? '✓' : '○'} </span>
            {name}
            <span className="sr">{steps[step] ? ', done' : ', not yet'}</span>
            {next?.[0] === step && (
              <>
                {'. '}
                <span className="hint">{help}</span>{' '}
                <Link className="button" to={to}>
                  {action}
                </Link>
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
