import type { HomeAnswer } from '@bridge/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { hideAttention, homeQuery } from '../api/home.ts';
import { useAction } from '../api/mutations.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { foldEffects } from '../ui/fold-effects.ts';
import { FoldedRow } from '../ui/folded-row.tsx';
import { Heading } from '../ui/heading.tsx';
import { Link } from '../ui/link.tsx';
import { LiveNote } from '../ui/live-note.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Problem } from '../ui/problem.tsx';
import { Time } from '../ui/time.tsx';
import { titleOf } from '../ui/title-of.ts';
import { describeAttention } from './describe-attention.ts';
import { FirstStepList, isNewAccount } from './first-steps.tsx';
import './home.css';

type Attention = HomeAnswer['attention'];

function AttentionList({ items }: { readonly items: Attention }) {
  const cache = useQueryClient();
  const hide = useAction();
  if (items.length === 0) return <p>Nothing needs you now.</p>;
  return (
    <>
      <Problem refusal={hide.refusal} />
      <ul className="rows" role="list">
        {items.map((item) => {
          const { sentence, to, action } = describeAttention(item);
          return (
            <li key={`${item.kind} ${item.ref}`}>
              <span aria-hidden="true">! </span>
              <span className="what">
                <bdi>{sentence}</bdi> <Time iso={item.since} />
              </span>
              <Link className="button" to={to}>
                {action}
              </Link>
              <Button
                look="plain"
                onClick={() =>
                  hide.run(async () => {
                    await hideAttention(item.kind, item.ref);
                    await cache.invalidateQueries(homeQuery);
                  })
                }
              >
                Hide<span className="sr"> {sentence}</span>
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Agents({ agents }: { readonly agents: HomeAnswer['agents'] }) {
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
              {agent.action !== null && ` · last ${agent.action}`}
              {agent.last_used_at !== null && (
                <>
                  {' '}
                  <Time iso={agent.last_used_at} />
                </>
              )}
            </span>
          </span>
          <span className="numbers">{agent.calls_today} calls today</span>
        </li>
      ))}
    </ul>
  );
}

function LiveNow({ home }: { readonly home: HomeAnswer }) {
  if (home.live.length === 0) return <p>Nothing is public now.</p>;
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
                draft {website.draft_revision - website.published_revision} revisions newer
              </span>
            )}
          </span>
          <Time iso={website.published_at} />
        </li>
      ))}
    </ul>
  );
}

function Lately({ home }: { readonly home: HomeAnswer }) {
  if (home.lately.length === 0) return <p>Nothing has happened yet.</p>;
  return (
    <ul className="rows" role="list">
      {foldEffects(home.lately).map((folded) => (
        <FoldedRow key={folded.first.id} folded={folded} />
      ))}
    </ul>
  );
}

/** Says in words what is missing while a service is away. */
function Missing({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p className="banner" role="status">
      Some parts cannot be read now ({names.join(', ')}). They appear again by themselves.
    </p>
  );
}

function HomeBlocks({ home }: { readonly home: HomeAnswer }) {
  return (
    <>
      <Missing names={home.missing} />
      {home.steps !== null && isNewAccount(home) && <FirstStepList steps={home.steps} />}
      <section aria-labelledby="attention">
        <h2 id="attention">Needs attention</h2>
        <AttentionList items={home.attention} />
      </section>
      <div className="columns">
        <section aria-labelledby="agents">
          <h2 id="agents">Agents</h2>
          <Agents agents={home.agents} />
        </section>
        <section aria-labelledby="live">
          <h2 id="live">Live now {home.live_total}</h2>
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
            {name}: {used.toLocaleString('en')} of {max.toLocaleString('en')}{' '}
            <meter value={used} max={max} high={0.8 * max} />
          </label>
        </p>
      ))}
      <p className="hint">
        <LiveNote />
        {home.chain.ok &&
          home.chain.to > 0 &&
          ` · journal checked to row ${home.chain.to.toLocaleString('en')}, unbroken`}
        {!home.chain.ok && ` · row ${home.chain.first_bad ?? '?'} of the journal does not fit`}
      </p>
    </>
  );
}

/** The home of the owner. It changes while it is shown. */
export function HomeScreen() {
  const home = useQuery(homeQuery);
  return (
    <>
      <Heading title="Home" />
      <Loaded query={home}>{(value) => <HomeBlocks home={value} />}</Loaded>
    </>
  );
}
