import { useId, useRef, useState } from 'react';
import { HTML_CHARS_MAX } from '../text/html-limit.ts';

/**
 * Maximum size in bytes of an HTML file that is read: HTML_CHARS_MAX characters of four bytes each. A larger file is refused.
 */
const FILE_BYTES_MAX = 4 * HTML_CHARS_MAX;

/** Reads a file as UTF-8 text and keeps every character, even a BOM. Throws TypeError when it is not valid UTF-8. */
async function readExactly(file: File): Promise<string> {
  // `File.text` would remove a BOM and replace bytes that are not valid UTF-8.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return decoder.decode(await file.arrayBuffer());
}

/**
 * The name and the text of the selected HTML file; `reading` while the browser reads it, null when none is selected or it
 * cannot be used.
 */
export type SelectedHtmlFile = { readonly name: string; readonly html: string } | 'reading' | null;

/** Properties of the component `HtmlFileField`, which reads the HTML of a new website from a file. */
interface HtmlFileFieldProps {
  readonly disabled: boolean;
  /** Called when another file is selected, and again when the browser has read it. */
  readonly onRead: (file: SelectedHtmlFile) => void;
}

/** A field that selects an HTML file. If the file cannot be used, the field shows the reason. */
export function HtmlFileField({ disabled, onRead }: HtmlFileFieldProps) {
  const id = useId();
  const [problem, setProblem] = useState('');
  const selections = useRef(0);
  const choose = async (file: File | undefined): Promise<void> => {
    selections.current += 1;
    const selection = selections.current;
    const show = (read: SelectedHtmlFile, text: string): void => {
      // A file that was selected later may have been read earlier.
      if (selection !== selections.current) return;
      onRead(read);
      setProblem(text);
    };
    if (file === undefined) return show(null, '');
    if (file.size > FILE_BYTES_MAX)
      return show(null, `${file.name} is larger than an HTML can be. Choose another file.`);
    show('reading', '');
    try {
      show({ name: file.name, html: await readExactly(file) }, '');
    } catch {
      show(null, `${file.name} is not text in UTF-8. Choose another file, or store it as UTF-8.`);
    }
  };
  return (
    <div className="field">
      <label htmlFor={id}>HTML file</label>
      <input
        id={id}
        type="file"
        accept=".html,.htm,text/html"
        disabled={disabled}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => void choose(target.files?.[0])}
      />
      <p className="hint" id={`${id}-hint`}>
        Without a file the website starts with an empty page.
      </p>
      <p className="problem" role="alert" hidden={problem === ''}>
        {problem}
      </p>
    </div>
  );
}
