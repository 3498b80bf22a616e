import type { KeyRecord } from '@bridge/contracts';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { LiveConnectionTest } from './live-test.tsx';

/**
 * Shows the test that waits for calls of a key. It opens at once for a key that had no call yet, and for any other key after a
 * click.
 */
export function KeyTest({ record }: { readonly record: KeyRecord }) {
  const [isTesting, setTesting] = useState(record.last_used_at === null);
  if (isTesting) return <LiveConnectionTest keyId={record.key_id} secret={null} />;
  return <Button onClick={() => setTesting(true)}>Test the connection</Button>;
}
