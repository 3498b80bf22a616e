import { Copy } from '../ui/copy.tsx';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);
}

/** Returns the HTML code with which another page shows a website in an iframe. */
export function embedHtml(address: string, title: string): string {
  return `<iframe src="${escapeAttribute(address)}" title="${escapeAttribute(title)}" loading="lazy" width="100%" height="600"></iframe>`;
}

/** Shows the HTML code with which another page embeds the website, and a button that copies it. */
export function Embed({ address, title }: { readonly address: string; readonly title: string }) {
  return (
    <details>
      <summary>Show it in another page</summary>
      <Copy text={embedHtml(address, title)} label="the HTML of the frame" />
    </details>
  );
}
