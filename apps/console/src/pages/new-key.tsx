import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { api, type KeyWithSecret } from '../api.ts';
import { Copy } from '../parts/copy.tsx';
import { snippetsFor } from '../snippets.ts';
import { useLoaded } from '../use-loaded.ts';

/** Tabs with the configuration of each client, with keyboard support. */
function ClientTabs({ secret }: { readonly secret: string }) {
  const [manifest] = useLoaded(api.manifest);
  const [at, setAt] = useState(0);
  const tabs = useRef<(HTMLButtonElement | null)[]>([]);
  if (manifest.state !== 'ready') return null;
  const snippets = snippetsFor(manifest.value.mcp_url, manifest.value.api_url, secret);
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = (at + step + snippets.length) % snippets.length;
    setAt(next);
    tabs.current[next]?.focus();
  };
  const shown = snippets[at];
  return (
    <>
      <div role="tablist" aria-label="Client" className="tabs" onKeyDown={move}>
        {snippets.map(({ client }, index) => (
          <button
            key={client}
            type="button"
            role="tab"
            id={`tab-${index}`}
            aria-selected={index === at}
            aria-controls="client-panel"
            tabIndex={index === at ? 0 : -1}
            ref={(element) => {
              tabs.current[index] = element;
            }}
            onClick={() => setAt(index)}
          >
            {client}
          </button>
        ))}
      </div>
      {shown !== undefined && (
        <div role="tabpanel" id="client-panel" aria-labelledby={`tab-${at}`}>
          <p>{shown.where}</p>
          <Copy text={shown.text} label={`configuration for ${shown.client}`} />
        </div>
      )}
    </>
  );
}

/** Shows a new secret once, with the configuration of each client. */
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
        Your key “{newKey.key.name}”
      </h2>
      <p>
        <strong>Copy it now:</strong> it is shown this once and stored only as a hash.
      </p>
      <Copy text={newKey.secret} label="the key" />
      <ClientTabs secret={newKey.secret} />
      <div className="row end">
        <button type="button" className="primary" onClick={onDone}>
          I have copied it
        </button>
      </div>
    </section>
  );
}
