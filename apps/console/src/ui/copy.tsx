import { useState } from 'react';

/** Shows a selectable text with a button that copies it. */
export function Copy({ text, label }: { readonly text: string; readonly label: string }) {
  const [status, setStatus] = useState('');
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setStatus('Copied'),
      () => setStatus('Select the text and copy it'),
    );
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
