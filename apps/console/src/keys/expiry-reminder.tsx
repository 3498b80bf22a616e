import type { KeyRecord } from '@bridge/contracts';
import { Link } from '../ui/link.tsx';
import { nowMs, Time } from '../ui/time.tsx';

/** Time in ms before the expiry of a key from which the owner sees a reminder. */
const REMINDED_MS = 14 * 24 * 3_600_000;

/** Properties of the component `ExpiryReminder`, which reminds the owner of the expiry of a key. */
interface ExpiryReminderProps {
  readonly record: KeyRecord;
  /** True when the key was already replaced with a successor; then the owner needs no reminder of its expiry. */
  readonly isReplaced: boolean;
}

/**
 * Reminds the owner of a key that has expired or expires within 14 days. An expired key has a link to the form for a new key;
 * any other key has a link to its rotation (replacement with a successor).
 */
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
