import { useQuery } from '@tanstack/react-query';
import { creditsQuery } from '../api/account.ts';
import { QueryResultView } from '../ui/loaded.tsx';
import { Time } from '../ui/time.tsx';

/** Shows the credits of the account and the newest entries of the credit ledger. */
export function Credits() {
  const credits = useQuery(creditsQuery);
  return (
    <section aria-labelledby="credits">
      <h2 id="credits">Credits</h2>
      <QueryResultView query={credits}>
        {({ balance, held, entries }) => (
          <>
            <p className="numbers">
              {balance.toLocaleString('en')} left, {held.toLocaleString('en')} held
            </p>
            <ul className="rows" role="list">
              {entries.map((one) => (
                <li key={one.entry}>
                  <span className="what">
                    {one.kind} <span className="numbers">{one.amount.toLocaleString('en')}</span>{' '}
                    <span className="hint">{one.ref}</span>
                  </span>
                  <Time iso={one.at} />
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryResultView>
    </section>
  );
}
