import type { KeyRecord } from '@bridge/contracts';
import { Link } from '../ui/link.tsx';
import { nowMs, Time } from '../ui/time.tsx';

/** Time in ms before the expiry of a key from which its owner is reminded. */
const REMINDED_MS = 14 * 24 * 3_600_000;

/** Properties of the component `ExpiryReminder`. */
interface ExpiryReminderProps {
  readonly record: KeyRecord;
  /** True when a rotation gave the key a successor, so that its end needs no action. */
  readonly isReplaced: boolean;
}

/** Reminds of a key that expires within 14 days, or has expired, with the step that keeps its agent working. */
export function ExpiryReminder({ record, isReplaced }: ExpiryReminderProps) {
  const { expires_at: expiresAt, key_id: keyId, status } = record;
  if (expiresAt === null || isReplaced || status === 'revoked') return null;
  if (status === 'expired')
    return (
      <p className="banner">
        This key expired <Time iso={expiresAt} />: its agent is refused.{' '}
        <Link to="/keys/new">Make another key</Link>.
      </p>
    );
  if (Date.parse(expiresAt) - nowMs() > REMINDED_MS) return null;
  return (
    <p className="banner">
      This key expires <Time iso={expiresAt} />. <Link to={`/keys/${keyId}?rotate`}>Rotate it</Link>{' '}
      before: the successor lives as long again.
    </p>
  );
}
