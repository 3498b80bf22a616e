import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { manifestQuery, type KeyWithSecret } from '../api/keys.ts';
import { Button } from '../ui/button.tsx';
import { Copy } from '../ui/copy.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { LiveTest } from './live-test.tsx';
import { snippetsFor } from './snippets.ts';

/** Shows the configuration of each client program on a tab. */
function ClientTabs({ secret }: { readonly secret: string }) {
  const { data: manifest } = useQuery(manifestQuery);
  if (manifest === undefined) return null;
  const snippets = snippetsFor(manifest.mcp_url, manifest.api_url, secret);
  return (
    <Tabs
      label="Client"
      tabs={snippets.map(({ client, where, text }) => ({
        name: client,
        content: () => (
          <>
            <p>{where}</p>
            <Copy text={text} label={`configuration for ${client}`} />
          </>
        ),
      }))}
    />
  );
}

/** Shows the secret of a new key once, with the configuration of each client program. */
export function NewKeyView({
  newKey,
  onDone,
}: {
  readonly newKey: KeyWithSecret;
  readonly onDone: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [newKey]);
  return (
    <section className="card new-key" aria-labelledby="new-key-title">
      <h2 id="new-key-title" tabIndex={-1} ref={heading}>
        Your key “<bdi>{newKey.key.name}</bdi>”
      </h2>
      <p>
        <strong>Copy it now:</strong> it is shown this once and stored only as a hash.
      </p>
      <Copy text={newKey.secret} label="the key" />
      <ClientTabs secret={newKey.secret} />
      <LiveTest keyId={newKey.key.key_id} />
      <div className="row end">
        <Button look="primary" onClick={onDone}>
          I have copied it
        </Button>
      </div>
    </section>
  );
}
