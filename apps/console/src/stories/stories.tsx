import { QueryClientProvider } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { Heading } from '../ui/heading.tsx';
import { Toasts } from '../ui/toast.tsx';
import { CONTENT_STORIES } from './content-stories.tsx';
import { CONTROL_STORIES } from './control-stories.tsx';
import { makeSampleCache } from './sample.ts';
import './stories.css';

/**
 * The page at /console/ui, which shows every component of `ui/` in its states. Only the development server has it; it needs no
 * session and no service, and builds do not contain it.
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
