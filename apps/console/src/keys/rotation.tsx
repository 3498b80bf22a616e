import type { KeyDetail, KeyRecord } from '@bridge/contracts';
import { useQuery } from '@tanstack/react-query';
import { keyQuery } from '../api/home.ts';
import { Link } from '../ui/link.tsx';
import { QueryResultView } from '../ui/loaded.tsx';
import { Time } from '../ui/time.tsx';

/** Returns a sentence that says which of two keys, a replaced one or its successor, still receives calls. */
function describeCalls(old: KeyRecord, next: KeyRecord): string {
  if (next.last_used_at === null)
    return old.last_used_at === null
      ? 'Neither of the two got a call yet.'
      : 'The new key got no call yet: the agent still has the old one.';
  return old.last_used_at !== null && old.last_used_at > next.last_used_at
    ? 'Both got calls, and the old key the last one: an agent still has it.'
    : 'The new key gets the calls.';
}

function LastCall({ record }: { readonly record: KeyRecord }) {
  return record.last_used_at === null ? (
    <>no call yet</>
  ) : (
    <>
      last call <Time iso={record.last_used_at} />
    </>
  );
}

function RotatedPair({ old, next }: { readonly old: KeyRecord; readonly next: KeyRecord }) {
  return (
    <section aria-labelledby="rotation">
      <h2 id="rotation">Rotation</h2>
      <p role="status">{describeCalls(old, next)}</p>
      <ul className="rows" role="list">
        {(
          [
            ['old', old],
            ['new', next],
          ] as const
        ).map(([name, record]) => (
          <li key={name}>
            <span className="what">
              <Link to={`/keys/${record.key_id}`}>{name} key</Link>{' '}
              <code>
                {record.start}…{record.last4}
              </code>{' '}
              {record.status !== 'active' && record.status}
            </span>
            <span className="hint">
              <LastCall record={record} />
              {name === 'old' && record.status === 'active' && record.expires_at !== null && (
                <>
                  {', ends '}
                  <Time iso={record.expires_at} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Interval in ms at which a replaced key and its successor are read again. The service stores the time of a key's last call
 * with a delay.
 */
const USE_REFRESH_MS = 3_000;

function Pair({ oldId, nextId }: { readonly oldId: string; readonly nextId: string }) {
  const old = useQuery({ ...keyQuery(oldId), refetchInterval: USE_REFRESH_MS });
  const next = useQuery({ ...keyQuery(nextId), refetchInterval: USE_REFRESH_MS });
  return (
    <QueryResultView query={old}>
      {({ key }) => (
        <QueryResultView query={next}>
          {(after) => <RotatedPair old={key} next={after.key} />}
        </QueryResultView>
      )}
    </QueryResultView>
  );
}

/**
 * Shows a replaced key and its successor with their last calls. Shows nothing for a key that was never replaced and is no
 * successor.
 */
export function Rotation({ detail: { key, rotated_to: next } }: { readonly detail: KeyDetail }) {
  if (next !== null) return <Pair oldId={key.key_id} nextId={next} />;
  return key.rotated_from === null ? null : <Pair oldId={key.rotated_from} nextId={key.key_id} />;
}
