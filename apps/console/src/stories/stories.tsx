import { QueryClientProvider } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { Heading } from '../ui/heading.tsx';
import { Toasts } from '../ui/toast.tsx';
import { CONTENT_STORIES } from './content-stories.tsx';
import { CONTROL_STORIES } from './control-stories.tsx';
import { makeSampleCache } from './sample.ts';
import './stories.css';

/**
 * The page at /console/ui: every component of `ui/` in its states. It exists on the development server only, needs neither a
 * session nor the service, and is no part of the build.
 */
export function Stories() {
  const [cache] = useState(makeSampleCache);
  return (
    <QueryClientProvider client={cache}>
      <main id="main">
        <Heading title="Components" />
        {[...CONTROL_STORIES, ...CONTENT_STORIES].map(({ name, states }) => (
          <section key={name} aria-label={name}>
            <h2>{name}</h2>
            <dl className="stories">
              {states.map(([state, element]) => (
                <Fragment key={state}>
                  <dt>{state}</dt>
                  <dd>{element}</dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </main>
      <Toasts />
    </QueryClientProvider>
  );
}
