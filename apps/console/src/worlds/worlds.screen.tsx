import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { worldsQuery, type WorldWithCounts } from '../api/worlds.ts';
import { Button } from '../ui/button.tsx';
import { countOf } from '../ui/count-of.ts';
import { useSearchValue } from '../ui/filter-select.tsx';
import { Heading } from '../ui/heading.tsx';
import { Link } from '../ui/link.tsx';
import { QueryResultView } from '../ui/loaded.tsx';
import { useSearch } from '../ui/router.ts';
import { FoundWorld } from './found-world.tsx';
import { titleOfWorld } from './title-of-world.ts';
import './worlds.css';

/** Number of Worlds (public identities) that the list shows at first, and adds with each click on “More”. */
const SHOWN_STEP = 100;

function WorldRow({ world }: { readonly world: WorldWithCounts }) {
  const { word, role, members, websites, invitations } = world;
  const title = titleOfWorld(world);
  return (
    <li>
      <span className="what">
        <Link to={`/worlds/${word}`}>
          <bdi>{title}</bdi>
        </Link>{' '}
        {title !== word && <span className="hint">{word}</span>}
      </span>
      <span className="hint numbers">
        {role} · {countOf(members, 'member')} ·{' '}
        {websites === null
          ? 'websites cannot be counted now'
          : countOf(websites, 'website of yours', 'websites of yours')}
        {invitations !== null && invitations > 0 && ` · ${countOf(invitations, 'open invitation')}`}
        {!world.listed && ' · not in public overviews'}
      </span>
    </li>
  );
}

function WorldList({ worlds }: { readonly worlds: readonly WorldWithCounts[] }) {
  const [shown, setShown] = useState(SHOWN_STEP);
  if (worlds.length === 0)
    return (
      <p className="empty">
        No World yet. A World is a public word under which you, your agents and people you invite
        publish websites. <Link to="/worlds?found">Found one</Link>, or let an agent found it.
      </p>
    );
  return (
    <>
      <ul className="rows" role="list">
        {worlds.slice(0, shown).map((world) => (
          <WorldRow key={world.word} world={world} />
        ))}
      </ul>
      {worlds.length > shown && (
        <Button onClick={() => setShown(shown + SHOWN_STEP)}>
          More ({worlds.length - shown} left)
        </Button>
      )}
    </>
  );
}

/** The screen that lists the Worlds (public identities) of which the account is a member, with a button that creates one. */
export function WorldsScreen() {
  const worlds = useQuery(worldsQuery);
  const isFounding = useSearch().has('found');
  const [, setFound] = useSearchValue('found');
  return (
    <>
      <div className="row between">
        <Heading title="Worlds" />
        <Button look="primary" onClick={() => setFound('yes')}>
          Found a World
        </Button>
      </div>
      {isFounding && <FoundWorld onClose={() => setFound('')} />}
      <p>Worlds that you founded or in which you publish.</p>
      <QueryResultView query={worlds}>{(list) => <WorldList worlds={list} />}</QueryResultView>
    </>
  );
}
