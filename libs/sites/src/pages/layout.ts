import { hash } from 'node:crypto';
import { escapeHtml, withoutBidi } from './text.ts';

/**
 * Style sheet of the pages that the product generates: light and dark, one column, readable at a width of 320 px and at 200 %
 * zoom.
 */
const STYLE = `
:root{color-scheme:light dark;--hue:250;--paper:oklch(98.6% .006 var(--hue));--card:#fff;--ink:oklch(25% .02 var(--hue));--soft:oklch(47% .02 var(--hue));--line:oklch(90% .012 var(--hue));--accent:oklch(47% .15 var(--hue));--tint:oklch(94.5% .03 var(--hue))}
@media (prefers-color-scheme:dark){:root{--paper:oklch(19% .014 var(--hue));--card:oklch(23.5% .018 var(--hue));--ink:oklch(94% .008 var(--hue));--soft:oklch(73% .02 var(--hue));--line:oklch(33% .022 var(--hue));--accent:oklch(79% .12 var(--hue));--tint:oklch(29% .045 var(--hue))}}
.h0{--hue:20}.h1{--hue:50}.h2{--hue:80}.h3{--hue:110}.h4{--hue:140}.h5{--hue:170}.h6{--hue:200}.h7{--hue:230}.h8{--hue:260}.h9{--hue:290}.h10{--hue:320}.h11{--hue:350}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;background:var(--paper);color:var(--ink);font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;display:flex;flex-direction:column;overflow-wrap:anywhere}
main,footer{width:100%;max-width:46rem;margin-inline:auto;padding-inline:1.25rem}
main{flex:1;padding-block:clamp(2.5rem,9vh,5.5rem) 3rem}
.eyebrow{margin:0 0 .75rem;color:var(--accent);font-size:.875rem;font-weight:600;letter-spacing:.01em}
h1{margin:0;font-size:clamp(2rem,1.4rem + 3vw,3.25rem);line-height:1.1;letter-spacing:-.022em;font-weight:700;text-wrap:balance}
.facts{margin:.875rem 0 0;color:var(--soft);font-size:.9375rem}
.text{margin:2rem 0 0;white-space:pre-line;font-size:1.125rem}
h2{margin:3rem 0 1rem;font-size:1.125rem;letter-spacing:-.005em}
h2 .count{color:var(--soft);font-weight:400}
ul{list-style:none;margin:0;padding:0;display:grid;gap:.625rem}
.item{position:relative;display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 1rem;padding:1rem 1.125rem;background:var(--card);border:1px solid var(--line);border-radius:.875rem}
.item:hover{border-color:var(--accent)}
.name{flex:1 1 16rem;font-weight:600}
.name a{color:inherit;text-decoration:none}
.name a::after{content:"";position:absolute;inset:0;border-radius:.875rem}
.name a:focus-visible{outline:none}
.name a:focus-visible::after{outline:2px solid var(--accent);outline-offset:2px}
.meta{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem;color:var(--soft);font-size:.875rem}
.mode{padding:.0625rem .5625rem;border-radius:1rem;background:var(--tint);color:var(--accent);font-size:.8125rem;font-weight:600}
.more{position:relative}
.empty{padding:2.25rem 1.25rem;border:1px dashed var(--line);border-radius:.875rem;color:var(--soft);text-align:center}
a{color:var(--accent);text-underline-offset:.18em}
a:focus-visible{outline:2px solid var(--accent);outline-offset:3px;border-radius:.25rem}
footer{padding-block:1.5rem 2rem;color:var(--soft);font-size:.875rem;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;border-top:1px solid var(--line)}
footer a{color:inherit}
`.trim();

/** Icon of the pages that the product generates: a dot that is visible on light and dark browser tabs. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='6' fill='%236b7bd6'/%3E%3C/svg%3E";

/** Content-Security-Policy source expression of `STYLE`. */
export const STYLE_HASH = `sha256-${hash('sha256', STYLE, 'base64')}`;
const HUES = 12;

/**
 * Returns the CSS class that sets the accent colour of a page. It is derived from a name, so equal names have equal colours.
 */
function hueClass(name: string): string {
  let sum = 0;
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 65_521;
  return `h${sum % HUES}`;
}

/**
 * The content of a page that the product generates, such as a dashboard. `main`, `footer` and `head` are HTML, the other parts
 * are text.
 */
export interface GeneratedPageContent {
  readonly title: string;
  /** The text from which the accent colour of the page is computed: the name of a World, or a constant on other pages. */
  readonly name: string;
  readonly main: string;
  readonly footer: string;
  /** Further elements of the `head` element. */
  readonly head?: string;
}

/** Returns the HTML document of a page that the product generates. It contains no scripts and loads nothing. */
export function pageHtml({ title, name, main, footer, head = '' }: GeneratedPageContent): string {
  return `<!doctype html>
<html lang="en" class="${hueClass(name)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(withoutBidi(title))}</title>
<link rel="icon" href="${ICON}">
${head}<style>${STYLE}</style>
</head>
<body>
<main>
${main}
</main>
<footer>${footer}</footer>
</body>
</html>
`;
}
