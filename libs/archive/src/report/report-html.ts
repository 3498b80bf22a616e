import type { ArchiveReport } from './archive-report.ts';
import type { SourceReport, ValueCount } from './source-report.ts';

const STYLE = `:root{color-scheme:light dark;--text:#1b1f24;--muted:#57606a;--page:#fff;--line:#d0d7de;--bar:#0a66c2;--rest:#eaeef2}
@media(prefers-color-scheme:dark){:root{--text:#e6edf3;--muted:#9ea7b3;--page:#0d1117;--line:#30363d;--bar:#58a6ff;--rest:#21262d}}
body{margin:0 auto;max-width:62rem;padding:1.5rem;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}
h2{margin-top:2.5rem;border-top:1px solid var(--line);padding-top:1.5rem}a{color:var(--bar)}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1.5rem}caption{text-align:left;font-weight:600;padding:.25rem 0}
th,td{padding:.2rem .5rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}th[scope=row]{font-weight:400;width:16rem}
.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums;width:6rem}.bar{width:40%;vertical-align:middle}
.bar span{display:block;height:.7rem;border-radius:2px;background:var(--rest)}.bar i{display:block;height:100%;border-radius:2px;background:var(--bar)}
small{color:var(--muted);display:block;overflow-wrap:anywhere}
@media(max-width:40rem){.bar{display:none}th[scope=row]{width:auto}}@media print{.bar i{print-color-adjust:exact}}
@media(forced-colors:active){.bar span{border:1px solid CanvasText}.bar i{background:CanvasText;forced-color-adjust:none}}`;

/** Escapes text for HTML content and quoted attributes. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

function number(count: number): string {
  return count.toLocaleString('en');
}

function percent(count: number, all: number): string {
  return all === 0 ? '0.0' : ((100 * count) / all).toFixed(1);
}

/** Renders a report as one HTML page without scripts and external files. */
export function reportHtml({ version, builtAt, records, sources }: ArchiveReport): string {
  const links = sources.map(
    ({ source }, at) => `<li><a href="#s${at}">${escaped(source)}</a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Report of the archive</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Report of the archive</h1>
<p>${number(records)} records of ${number(sources.length)} sources, version ${escaped(version)}, built ${new Date(builtAt).toISOString()}.</p>
<nav aria-label="Sources"><ul>${links.join('')}</ul></nav>
${table(
  'Records by source',
  'Source',
  sources.map(({ source, records: count }) => ({ name: source, count })),
  records,
)}
${sources.map(section).join('\n')}
</main>
</body>
</html>
`;
}

function section(one: SourceReport, at: number): string {
  const { source, records, fields, rights, languages, duplicates, repeated } = one;
  const examples = repeated.map(
    ({ id, title, count }) =>
      `<li>${number(count)} × ${escaped(title)} <small>${escaped(id)}</small></li>`,
  );
  return `<section aria-labelledby="s${at}">
<h2 id="s${at}">${escaped(source)}</h2>
<p>${number(records)} records; ${number(duplicates)} (${percent(duplicates, records)} %) repeat title, makers, date and medium of another.</p>
${examples.length === 0 ? '' : `<ul>${examples.join('')}</ul>`}
${table('Fields with a value', 'Field', fields, records)}
${table('Rights', 'Statement', rights, records)}
${table('Languages', 'Language', languages, records)}
${problemTable(one)}
</section>`;
}

function table(caption: string, head: string, rows: readonly ValueCount[], all: number): string {
  return `<table><caption>${escaped(caption)}</caption>
<thead><tr><th scope="col">${escaped(head)}</th><th scope="col" class="n">Records</th><th scope="col" class="n">Share</th><td class="bar"></td></tr></thead>
<tbody>${rows.map((row) => rowOf(row, all)).join('\n')}</tbody></table>`;
}

function rowOf({ name, count }: ValueCount, all: number, below = ''): string {
  const share = percent(count, all);
  return `<tr><th scope="row">${escaped(name)}${below}</th><td class="n">${number(count)}</td><td class="n">${share} %</td><td class="bar" aria-hidden="true"><span><i style="width:${Math.min(100, Number(share))}%"></i></span></td></tr>`;
}

function problemTable({ problems, records }: SourceReport): string {
  if (problems.length === 0) return '<p>No problems were found.</p>';
  const rows = problems.map((one) => {
    const examples = one.examples.map(({ id, text }) =>
      escaped(text === '' ? id : `${id}: ${text}`),
    );
    const below = `<small>${escaped(one.hint)}</small><small>${examples.join('<br>')}</small>`;
    return rowOf(one, records, below);
  });
  return `<table><caption>The most frequent problems</caption>
<thead><tr><th scope="col">Problem</th><th scope="col" class="n">Records</th><th scope="col" class="n">Share</th><td class="bar"></td></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`;
}
