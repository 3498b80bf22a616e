import type { ConsoleHomeAnswer } from '@bridge/contracts';
import { useQuery } from '@tanstack/react-query';
import { homeQuery } from '../api/home.ts';
import { Badge } from '../ui/badge.tsx';
import { countOf } from '../ui/count-of.ts';
import { foldEffects } from '../ui/fold-effects.ts';
import { FoldedRow } from '../ui/folded-row.tsx';
import { Heading } from '../ui/heading.tsx';
import { Link } from '../ui/link.tsx';
import { LiveNote } from '../ui/live-note.tsx';
import { QueryResultView } from '../ui/loaded.tsx';
import { MissingServices } from '../ui/missing-services.tsx';
import { Time } from '../ui/time.tsx';
import { describeCall } from '../ui/scope-words.ts';
import { titleOf } from '../ui/title-of.ts';
import { AttentionList } from './attention-list.tsx';
import { nameOfQuota } from './describe-attention.ts';
import { FirstStepList, isNewAccount } from './first-steps.tsx';
import { SayNews } from './say-news.tsx';
import './home.css';

function Agents({ agents }: { readonly agents: ConsoleHomeAnswer['agents'] }) {
  if (agents.length === 0)
    return (
      <p className="empty">
        No agent has a key yet. <Link to="/keys">Make a key</Link> and give it to one.
      </p>
    );
  return (
    <ul className="rows" role="list">
      {agents.map((agent) => (
        <li key={agent.key_id}>
          <span className={agent.online ? 'dot online' : 'dot'} aria-hidden="true" />
          <span className="what">
            <Link to={`/keys/${agent.key_id}`}>
              <bdi>{agent.name}</bdi>
            </Link>{' '}
            <span className="hint">
              {agent.online
                ? `online${agent.status === null ? '' : `, ${agent.status}`}`
                : 'not online'}
              {agent.action !== null && <> · last call to {describeCall(agent.action)}</>}
              {agent.last_used_at !== null && (
                <>
                  {' '}
                  <Time iso={agent.last_used_at} />
                </>
              )}
            </span>
          </span>
          <span className="numbers">{countOf(agent.calls_today, 'call')} today</span>
        </li>
      ))}
    </ul>
  );
}

/**
 * Returns true while the service that provides a part of the home screen is unavailable. That part then shows a sentence about
 * it instead of an empty list.
 */
function isMissing({ missing }: ConsoleHomeAnswer, service: string): boolean {
  return missing.includes(service);
}

function LiveNow({ home }: { readonly home: ConsoleHomeAnswer }) {
  if (isMissing(home, 'builder')) return <p>Your websites cannot be read now.</p>;
  if (home.live.length === 0)
    return (
      <p className="empty">
        Nothing is public now. A website is listed here after you or an agent published it: open one
        of <Link to="/websites">your websites</Link> and publish it.
      </p>
    );
  return (
    <ul className="rows" role="list">
      {home.live.map((website) => (
        <li key={website.page_id}>
          <span className="what">
            <Link to={`/pages/${website.page_id}/public`}>
              <bdi>{titleOf(website)}</bdi>
            </Link>{' '}
            <Badge kind={website.visibility} />
            {website.draft_revision > website.published_revision && (
              <span className="hint">
                {' '}
                draft {countOf(
                  website.draft_revision - website.published_revision,
                  'revision',
                )}{' '}
                newer
              </span>
            )}
          </span>
          <Time iso={website.published_at} />
        </li>
      ))}
    </ul>
  );
}

function Lately({ home }: { readonly home: ConsoleHomeAnswer }) {
  if (isMissing(home, 'account')) return <p>Your journal cannot be read now.</p>;
  if (home.lately.length === 0)
    return (
      <p className="empty">
        Nothing has happened yet. What you and your agents change is listed here.
      </p>
    );
  return (
    <ul className="rows" role="list">
      {foldEffects(home.lately).map((folded) => (
        <FoldedRow key={folded.events.at(-1)?.id} folded={folded} />
      ))}
    </ul>
  );
}

function describeChain({ ok, to, first_bad: bad }: ConsoleHomeAnswer['chain']): string {
  return ok
    ? `journal checked to row ${to.toLocaleString('en')}, unbroken`
    : `row ${bad ?? '?'} of the journal does not fit`;
}

const MIB = 2 ** 20;

/** Returns an amount of a quota as text: stored bytes in MiB, everything else as a number. */
function amountOfQuota(quota: string, amount: number): string {
  return quota === 'stored_bytes'
    ? `${Math.round(amount / MIB).toLocaleString('en')} MiB`
    : amount.toLocaleString('en');
}

function HomeBlocks({ home }: { readonly home: ConsoleHomeAnswer }) {
  return (
    <>
      <SayNews home={home} />
      <MissingServices names={home.missing} />
      {home.steps !== null && isNewAccount(home) && <FirstStepList steps={home.steps} />}
      <section aria-labelledby="attention">
        <h2 id="attention">Needs attention</h2>
        <AttentionList items={home.attention} isWhole={home.missing.length === 0} />
      </section>
      <div className="columns">
        <section aria-labelledby="agents">
          <h2 id="agents">Agents</h2>
          <Agents agents={home.agents} />
        </section>
        <section aria-labelledby="live">
          <h2 id="live">Live now {!isMissing(home, 'builder') && home.live_total}</h2>
          <LiveNow home={home} />
        </section>
      </div>
      <section aria-labelledby="lately">
        <h2 id="lately">Lately</h2>
        <Lately home={home} />
      </section>
      {home.quota.map(({ name, used, max }) => (
        <p key={name}>
          <label>
            Used of the quota of {nameOfQuota(name)}: {amountOfQuota(name, used)} of{' '}
            {amountOfQuota(name, max)} <meter value={used} max={max} high={0.8 * max} />
          </label>
        </p>
      ))}
      <p className="hint">
        <LiveNote />
        {!isMissing(home, 'account') &&
          (!home.chain.ok || home.chain.to > 0) &&
          ` · ${describeChain(home.chain)}`}
      </p>
    </>
  );
}

/** The home screen of the owner. Live events from the service keep it up to date. */
export function HomeScreen() {
  const home = useQuery(homeQuery);
  return (
    <>
      <Heading title="Home" />
      <QueryResultView query={home}>{(value) => <HomeBlocks home={value} />}</QueryResultView>
    </>
  );
}
