import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, type RepositoryFile } from './repository-files.ts';

/** Replaces code in Markdown with spaces, because links in code are only examples. */
function withoutCode(markdown: string): string {
  return markdown
    .replace(/^(```+|~~~+).*?^\1/gms, (block) => block.replace(/[^\n]/g, ' '))
    .replace(/(`+)(?:(?!\1).)+\1/g, (span) => ' '.repeat(span.length));
}

/** Returns the anchors that GitHub makes from the headings of a page. A repeated heading gets a number. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  const text = markdown.replace(/^(```+|~~~+).*?^\1/gms, '');
  for (const [, heading = ''] of text.matchAll(/^#{1,6} +(.+?)(?: +#+)?$/gm)) {
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replace(/ /g, '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    anchors.add(times === 0 ? slug : `${slug}-${times}`);
  }
  for (const [, id = ''] of text.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id);
  return anchors;
}

/** Returns the targets and line numbers of the links and images of a page. */
export function linksOf(
  markdown: string,
): readonly { readonly to: string; readonly line: number }[] {
  const text = withoutCode(markdown);
  const inline = text.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g);
  const defined = text.matchAll(/^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)>?/gm);
  return [...inline, ...defined].map(({ 1: to = '', index }) => ({
    to,
    line: text.slice(0, index).split('\n').length,
  }));
}

/** Returns the relative links of a page whose file or heading does not exist. */
export function findDeadLinks(
  { path, text }: RepositoryFile,
  pages: ReadonlyMap<string, string>,
): readonly string[] {
  return linksOf(text).flatMap(({ to, line }) => {
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(to)) return [];
    const [file = '', anchor] = decodeURI(to).split('#');
    const target = file === '' ? path : join(dirname(path), file);
    const at = `${path}:${line}: ${to}`;
    if (target.startsWith('..') || !existsSync(join(ROOT, target))) return [at];
    if (anchor === undefined || statSync(join(ROOT, target)).isDirectory()) return [];
    const page = pages.get(target);
    return page !== undefined && !anchorsOf(page).has(anchor) ? [at] : [];
  });
}
