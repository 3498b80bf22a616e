import { PRODUCT, PUBLIC_PATHS } from '@bridge/contracts';
import { STYLE_PATH } from '../catalogue.ts';
import { escapeHtml, markdownToHtml } from './markdown.ts';

const NAVIGATION = [
  ['Start', PUBLIC_PATHS.onboarding],
  ['Actions', PUBLIC_PATHS.docsActions],
  ['Errors', PUBLIC_PATHS.docsErrors],
  ['Console', PUBLIC_PATHS.console],
] as const;

function titleOf(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? PRODUCT.name;
}

/** Renders a Markdown document as a complete HTML page; its first heading becomes the title. */
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
