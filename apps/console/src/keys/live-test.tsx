import type { ConsoleLiveEventData } from '@bridge/contracts';
import { useEffect, useState } from 'react';
import { onLiveEvent } from '../api/live.ts';
import { Link } from '../ui/link.tsx';
import { LiveNote } from '../ui/live-note.tsx';
import { remedyOf } from '../ui/remedies.ts';
import { Time } from '../ui/time.tsx';
import { KeyCallTest } from './call-from-here.tsx';

/** Time in ms without a call of the tested key after which the screen lists possible causes. */
const SILENT_MS = 60_000;

/** The live event of one call that was made with a key. */
type KeyCallLiveEvent = ConsoleLiveEventData<'use'>;

/**
 * The steps in which an agent's program connects, each with a function that returns true for a call which proves that the step
 * is done.
 */
const TEST_STEPS: readonly (readonly [name: string, isDone: (use: KeyCallLiveEvent) => boolean])[] =
  [
    ['Reached us', () => true],
    ['Listed tools', ({ action, code }) => action === 'tools/list' && code === 'ok'],
    ['First call answered', ({ action, code }) => action.includes('.') && code === 'ok'],
  ];

/**
 * Returns true for a call that the console itself made from this browser. Such a call proves nothing about the agent's program.
 */
function isFromHere({ action, client }: KeyCallLiveEvent): boolean {
  const isOurs = client !== null && navigator.userAgent.startsWith(client);
  // A live event about a call with an expired or revoked key has the action name `key`.
  return isOurs && (action === 'whoami' || action === 'key');
}

function useKeyUses(keyId: string): readonly KeyCallLiveEvent[] {
  const [uses, setUses] = useState<readonly KeyCallLiveEvent[]>([]);
  useEffect(
    () =>
      onLiveEvent('use', (use) => {
        if (use.key_id === keyId && !isFromHere(use)) setUses((all) => [...all.slice(-99), use]);
      }),
    [keyId],
  );
  return uses;
}

function CheckList() {
  return (
    <div className="banner">
      <p>
        Nothing has arrived for a minute. A call without a valid key belongs to no account, so
        check:
      </p>
      <ul>
        <li>the header is exactly “Authorization: Bearer” and the key, without quotes</li>
        <li>the address is the one of the configuration, with its port</li>
        <li>no proxy between the agent and this service removes the header</li>
        <li>the client was started again after its configuration changed</li>
      </ul>
    </div>
  );
}

/**
 * Properties of the component `LiveConnectionTest`. `secret` is null unless the key was created a moment ago, because the service returns
 * it only once.
 */
interface LiveConnectionTestProps {
  readonly keyId: string;
  readonly secret: string | null;
}

/** Waits for calls of an agent's program with a key, and ticks the steps of the connection that each call proves. */
export function LiveConnectionTest({ keyId, secret }: LiveConnectionTestProps) {
  const uses = useKeyUses(keyId);
  const [isSilent, setSilent] = useState(false);
  const hasUse = uses.length > 0;
  useEffect(() => {
    if (hasUse) return undefined;
    const timer = setTimeout(() => setSilent(true), SILENT_MS);
    return () => clearTimeout(timer);
  }, [hasUse]);
  const refused = uses.findLast(({ code }) => code !== 'ok');
  return (
    <section aria-labelledby="live-test">
      <h2 id="live-test">Live test</h2>
      <p className="hint">
        Start your agent now. <LiveNote />
      </p>
      <ul role="list" className="ticks" aria-live="polite">
        {TEST_STEPS.map(([name, isDone]) => {
          const use = uses.find(isDone);
          return (
            <li key={name}>
              <span aria-hidden="true">{use === undefined ? '○' : '✓'} </span>
              {name}
              {use === undefined ? (
                <span className="sr"> not yet</span>
              ) : (
                <>
                  , <Time iso={use.at} />
                  {use.client !== null && (
                    <>
                      {' '}
                      by <bdi>{use.client}</bdi>
                    </>
                  )}
                </>
              )}
            </li>
          );
        })}
      </ul>
      {refused !== undefined && (
        <p className="problem" role="status">
          Refused: <code>{refused.action}</code> with{' '}
          <a href={`/docs/errors#${refused.code}`}>
            <code>{refused.code}</code>
          </a>
          . {remedyOf(refused.code) ?? ''}{' '}
          {refused.code === 'insufficient_scope' && (
            <Link to={`/keys/${keyId}?rotate=${refused.action}`}>Rotate with {refused.action}</Link>
          )}
        </p>
      )}
      {isSilent && !hasUse && <CheckList />}
      <KeyCallTest keyId={keyId} secret={secret} />
    </section>
  );
}
