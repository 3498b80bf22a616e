import { PRODUCT, PUBLIC_PATHS } from '@bridge/contracts';
import { STYLE_PATH } from '../catalogue.ts';
import { escapeHtml, markdownToHtml } from './markdown.ts';

/** Style sheet of the documents, light and dark by the reader's own setting; served apart, so that no page needs inline style. */
export const STYLE = `:root {
  color-scheme: light dark;
  --ground: light-dark(#faf8f3, #141715);
  --card: light-dark(#ffffff, #1d211f);
  --ink: light-dark(#1b1f1d, #e9ece8);
  --soft: light-dark(#545b57, #a5ada8);
  --line: light-dark(#d9d5ca, #363c39);
  --accent: light-dark(#0f5c4c, #6fd0b6);
  font: 16px/1.55 system-ui, sans-serif;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); }
header { border-bottom: 1px solid var(--line); }
header nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; max-width: 54rem; margin: 0 auto; padding: 0.75rem 1rem; }
header strong { flex: 1; color: var(--accent); }
main { max-width: 54rem; margin: 0 auto; padding: 1rem 1rem 4rem; overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 1rem 0; }
h2 { font-size: 1.25rem; margin: 2.25rem 0 0.5rem; padding-top: 0.75rem; border-top: 1px solid var(--line); scroll-margin-top: 0.5rem; }
h3 { font-size: 1.05rem; margin: 1.5rem 0 0.5rem; }
:target { color: var(--accent); }
a { color: var(--accent); }
a:focus-visible, pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code { font: 0.9em/1.5 ui-monospace, monospace; }
:not(pre) > code { background: var(--card); border: 1px solid var(--line); border-radius: 4px; padding: 0 0.25em; }
pre { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 0.75rem 1rem; overflow: auto; }
blockquote { margin: 1rem 0; padding: 0 1rem; border-left: 3px solid var(--accent); color: var(--soft); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.95em; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid var(--line); overflow-wrap: normal; }
th { color: var(--soft); font-weight: 600; }
li { margin: 0.2rem 0; }
`;
const NAVIGATION = [
  ['Start', PUBLIC_PATHS.onboarding],
  ['Actions', PUBLIC_PATHS.docsActions],
  ['Errors', PUBLIC_PATHS.docsErrors],
  ['Console', PUBLIC_PATHS.console],
] as const;

function titleOf(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? PRODUCT.name;
}

/** A whole HTML page around a Markdown document; its first heading is the title. */
export function htmlPage(markdown: string): string {
  const links = NAVIGATION.map(([name, path]) => `<a href="${path}">${name}</a>`).join('\n');
  const title = titleOf(markdown);
  const full = title.includes(PRODUCT.name) ? title : `${title} · ${PRODUCT.name}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(full)}</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<header><nav aria-label="Documents"><strong>${PRODUCT.name}</strong>
${links}
</nav></header>
<main>
${markdownToHtml(markdown)}
</main>
</body>
</html>
`;
}
