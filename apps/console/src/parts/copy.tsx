import { useState } from 'react';

/** A text to copy whole: shown, selectable, and one button away from the clipboard. */
export function Copy({ text, label }: { readonly text: string; readonly label: string }) {
  const [said, setSaid] = useState('');
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('Select the text and copy it'),
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
        {said}
      </span>
    </div>
  );
}
