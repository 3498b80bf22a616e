import type { ImportResult } from '@bridge/archive';

/**
 * Formats the result of an import: a table with a line for each source, then the number of records that are older than those of
 * the archive, reasons for bad records, and refused files.
 */
export function importTable({ sources, refused, documents, seconds }: ImportResult): string {
  const head = [
    'source',
    'read',
    'new',
    'changed',
    'unchanged',
    'removed',
    'bad',
    'image',
    'years',
    'free',
    'seconds',
    'docs/s',
  ];
  const rows = sources.map((one) =>
    [
      one.source,
      one.read,
      one.added,
      one.changed,
      one.unchanged,
      one.removed,
      one.bad,
      one.withImage,
      one.withYears,
      one.withFreeMedia,
      one.seconds.toFixed(1),
      one.seconds > 0 ? Math.round(one.read / one.seconds) : 0,
    ].map(String),
  );
  const widths = head.map((name, at) =>
    Math.max(name.length, ...rows.map((row) => (row[at] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ');
  const reasons = sources.flatMap(({ source, reasons: why }) =>
    Object.entries(why).map(([reason, n]) => `  ${source}: ${n} × ${reason}`),
  );
  const older = sources.flatMap(({ source, kept }) =>
    kept === 0
      ? []
      : [
          `  ${source}: ${kept} × older than the record in the archive, which stays (archive import --force replaces it)`,
        ],
  );
  return [
    line(head),
    ...rows.map(line),
    ...older,
    ...reasons,
    ...refused.map(({ file, sentence }) => `  ${file}: ${sentence}`),
    documents === null
      ? `Nothing was written (${seconds.toFixed(1)} s).`
      : `The archive holds ${documents.toLocaleString('en')} references (${seconds.toFixed(1)} s).`,
  ].join('\n');
}
