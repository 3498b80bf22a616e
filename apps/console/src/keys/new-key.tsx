import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { manifestQuery, type CreatedKey } from '../api/keys.ts';
import { Button } from '../ui/button.tsx';
import { Copy } from '../ui/copy.tsx';
import { Link } from '../ui/link.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { LiveConnectionTest } from './live-test.tsx';
import { snippetsFor } from './snippets.ts';

/** Shows tabs with the configuration of a new key for each agent program, such as Cursor or VS Code. */
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

/**
 * Says that a key was created but its secret was lost with the answer, and links to the rotation (replacement of the key),
 * which creates a new secret.
 */
function LostSecret({ keyId }: { readonly keyId: string }) {
  return (
    <>
      <p>
        This key was made already, and its secret was in the answer that was lost: it is shown only
        once. Rotate the key to get another secret.
      </p>
      <p>
        <Link className="button" to={`/keys/${keyId}?rotate`}>
          Rotate this key
        </Link>
      </p>
    </>
  );
}

/**
 * Shows a key that was just created: its secret, which the service returns only once, and the configuration for each agent
 * program.
 */
export function NewKeyView({
  newKey: { key, secret },
  onDone,
}: {
  readonly newKey: CreatedKey;
  readonly onDone: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [key.key_id]);
  return (
    <section className="card new-key" aria-labelledby="new-key-title">
      <h2 id="new-key-title" tabIndex={-1} ref={heading}>
        Your key “<bdi>{key.name}</bdi>”
      </h2>
      {secret === null ? (
        <LostSecret keyId={key.key_id} />
      ) : (
        <>
          <p>
            <strong>Copy it now:</strong> it is shown this once and stored only as a hash.
          </p>
          <Copy text={secret} label="the key" />
          <ClientTabs secret={secret} />
          <LiveConnectionTest keyId={key.key_id} secret={secret} />
        </>
      )}
      <div className="row end">
        <Button look="primary" onClick={onDone}>
          {secret === null ? 'Done' : 'I have copied it'}
        </Button>
      </div>
    </section>
  );
}
