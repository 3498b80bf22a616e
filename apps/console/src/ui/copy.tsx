import { useState } from 'react';

/** Shows a selectable text with a button that copies it. */
export function Copy({ text, label }: { readonly text: string; readonly label: string }) {
  const [status, setStatus] = useState('');
  const refuse = (): void => setStatus('Select the text and copy it');
  const copy = (): void => {
    // Browsers have no clipboard on plain HTTP addresses, although TypeScript's DOM library declares one.
    const { clipboard } = navigator as { readonly clipboard?: Clipboard };
    if (clipboard === undefined) return refuse();
    clipboard.writeText(text).then(() => setStatus('Copied'), refuse);
  };
  return (
    <div className="copy">
      <pre tabIndex={0} aria-label={label}>
        {text}
      </pre>
      <button type="button" onClick={copy}>
        Copy<span className="sr"> {label}</span>
      </button>
      <span role="status" className="said">
        {status}
      </span>
    </div>
  );
}
