import type { KeyDetail } from '@bridge/contracts';
import { groupRefusals } from '../ui/group-refusals.ts';
import { Link } from '../ui/link.tsx';
import { remedyOf } from '../ui/remedies.ts';
import { describeCall } from '../ui/scope-words.ts';
import { Time } from '../ui/time.tsx';

function RefusedCalls({
  keyId,
  refusals,
}: Pick<KeyDetail, 'refusals'> & { readonly keyId: string }) {
  if (refusals.length === 0) return null;
  const rows = refusals.map((row) => ({ ...row, key_id: keyId, key_name: null }));
  return (
    <section aria-labelledby="refused">
      <h2 id="refused">Refused</h2>
      <ul className="rows" role="list">
        {groupRefusals(rows).map(({ action, code, n, last }) => (
          <li key={`${action} ${code}`}>
            <span className="what">
              <span className="numbers">{n} ×</span> to {describeCall(action)} <code>{action}</code>{' '}
              with{' '}
              <a href={`/docs/errors#${code}`}>
                <code>{code}</code>
              </a>{' '}
              <span className="hint">{remedyOf(code)}</span>
            </span>
            <Time iso={last} />
            {code === 'insufficient_scope' && (
              <Link className="button" to={`/keys/${keyId}?rotate=${action}`}>
                Rotate with {action}
              </Link>
            )}
          </li>
        ))}
      </ul>
      <p className="hint">
        A key never gains rights. To give more, <Link to={`/keys/${keyId}?rotate`}>rotate it</Link>{' '}
        or make another one.
      </p>
    </section>
  );
}

function Nodes({ nodes }: Pick<KeyDetail, 'nodes'>) {
  return (
    <section aria-labelledby="nodes">
      <h2 id="nodes">Online now</h2>
      {nodes.length === 0 ? (
        <p>No program with this key reports that it is online.</p>
      ) : (
        <ul className="rows" role="list">
          {nodes.map(({ node_id: id, label, status }) => (
            <li key={id}>
              <span className="what">
                <bdi>{label ?? id}</bdi> {status !== null && <span className="hint">{status}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/**
 * Shows what the account service knows about a key: which agent programs with this key are online, and which calls were
 * refused.
 */
export function KeyNews({
  detail: { key, nodes, refusals, missing },
}: {
  readonly detail: KeyDetail;
}) {
  if (missing.length > 0)
    return (
      <p className="banner" role="status">
        What was refused and which programs are online cannot be read now ({missing.join(', ')}). It
        appears again by itself.
      </p>
    );
  return (
    <>
      <Nodes nodes={nodes} />
      <RefusedCalls keyId={key.key_id} refusals={refusals} />
    </>
  );
}
