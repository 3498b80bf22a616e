import { useQuery } from '@tanstack/react-query';
import { worldQuery, type WorldWithPublicWebsites } from '../api/worlds.ts';
import { Copy } from '../ui/copy.tsx';
import { countOf } from '../ui/count-of.ts';
import { Heading } from '../ui/heading.tsx';
import { Link } from '../ui/link.tsx';
import { QueryResultView } from '../ui/loaded.tsx';
import type { ScreenProps } from '../ui/screen.ts';
import { Time } from '../ui/time.tsx';
import { Dashboard } from './dashboard.tsx';
import { HandOver, OfferedToYou } from './hand-over.tsx';
import { LeaveWorld } from './leave-world.tsx';
import { Members } from './members.tsx';
import { titleOfWorld } from './title-of-world.ts';
import { WorldListing } from './world-listing.tsx';
import { OwnWebsites, WorldWebsites } from './world-websites.tsx';
import './worlds.css';

function Feed({ address }: { readonly address: string }) {
  return (
    <section aria-labelledby="feed">
      <h2 id="feed">Feed</h2>
      <p>Readers of feeds see each new website of this World at:</p>
      <Copy text={address} label="the address of the feed" />
    </section>
  );
}

function WorldBlocks({ world, websites }: WorldWithPublicWebsites) {
  const { word, title, text, role, suspended: isSuspended } = world;
  const seesWebsites = role !== 'viewer' && !isSuspended;
  return (
    <>
      <p>
        {titleOfWorld(world) !== word && (
          <>
            <strong>{word}</strong> ·{' '}
          </>
        )}
        you are its {role} · {countOf(world.members, 'member')} · founded{' '}
        <Time iso={world.founded_at} />
      </p>
      {isSuspended && (
        <p className="banner" role="status">
          The operator suspended this World: it is not shown, and nothing in it can be changed.
        </p>
      )}
      {world.offered && <OfferedToYou world={world} />}
      {seesWebsites && (
        <>
          <WorldWebsites world={world} websites={websites} />
          <OwnWebsites word={word} />
          <Dashboard
            world={world}
            version={JSON.stringify([title, text, websites])}
            canShow={websites !== null}
          />
        </>
      )}
      <Members world={world} />
      {seesWebsites && <Feed address={`${world.world_url}feed.atom`} />}
      {role === 'founder' && !isSuspended && <WorldListing word={word} />}
      {role === 'founder' ? <HandOver world={world} /> : <LeaveWorld word={word} />}
    </>
  );
}

/** The screen of one World (public identity): its websites, dashboard (public page), members, invitations and feed. */
export function WorldScreen({ params }: ScreenProps) {
  const word = params['word'] ?? '';
  const view = useQuery(worldQuery(word));
  const title = view.data === undefined ? word : titleOfWorld(view.data.world);
  return (
    <>
      <p>
        <Link to="/worlds">Worlds</Link>
      </p>
      <Heading title={title}>
        <bdi>{title}</bdi>
      </Heading>
      <QueryResultView query={view}>
        {({ world, websites }) => (
          <WorldBlocks key={world.role} world={world} websites={websites} />
        )}
      </QueryResultView>
    </>
  );
}
