import type { SignedInBrowsersAnswer } from '@bridge/contracts';
import { useQuery } from '@tanstack/react-query';
import { browsersQuery, endBrowser } from '../api/account.ts';
import { useAction } from '../api/mutations.ts';
import { useRefresh } from '../api/use-refresh.ts';
import { Button } from '../ui/button.tsx';
import { QueryResultView } from '../ui/loaded.tsx';
import { Problem } from '../ui/problem.tsx';
import { Time } from '../ui/time.tsx';
import { nameOfBrowser } from './name-of-browser.ts';

/** A browser in which the owner is signed in. */
type SignedInBrowser = SignedInBrowsersAnswer['browsers'][number];

function BrowserRow({ browser }: { readonly browser: SignedInBrowser }) {
  const refresh = useRefresh();
  const end = useAction();
  const name = nameOfBrowser(browser.agent);
  return (
    <li>
      <span className="what">
        <bdi>{name}</bdi>
        <br />
        <span className="hint">
          since <Time iso={browser.since} />, seen <Time iso={browser.last_seen_at} />
        </span>
        <Problem refusal={end.refusal} onAgain={end.again} />
      </span>
      {browser.current ? (
        <span>this one</span>
      ) : (
        <Button
          busy={end.busy}
          onClick={() =>
            end.run(async () => {
              await endBrowser(browser.id);
              await refresh(['browsers']);
            })
          }
        >
          Sign out there<span className="sr"> {name}</span>
        </Button>
      )}
    </li>
  );
}

/** Lists the browsers in which the owner is signed in; all except this browser have a button that signs the owner out there. */
export function Browsers() {
  const browsers = useQuery(browsersQuery);
  return (
    <section aria-labelledby="browsers">
      <h2 id="browsers">Signed-in browsers</h2>
      <QueryResultView query={browsers}>
        {({ browsers: list }) => (
          <ul className="rows" role="list">
            {list.map((browser) => (
              <BrowserRow key={browser.id} browser={browser} />
            ))}
          </ul>
        )}
      </QueryResultView>
    </section>
  );
}
