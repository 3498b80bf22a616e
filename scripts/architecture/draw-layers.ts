import { basename } from 'node:path';
import type { ArchitectureLayer, LayerProject } from './layers.ts';

const WIDTH = 960;
const COLUMNS = 6;
const LABEL_X = 24;
const BOX = { x: 178, width: 100, gap: 8, head: 26, line: 14, foot: 8 } as const;
const IMPORT_LINE = { x: 848, step: 18, y: 14, yStep: 10 } as const;
const ROW = { left: 12, right: 828, gap: 16, pad: 10, min: 76 } as const;
const TOP = 58;
const CHARS_MAX = 14;
const LABEL_CHARS_MAX = 24;

/** Colours of the lines that show imports in the image of the layers. They are readable on light and dark backgrounds. */
const COLOURS = ['#c2410c', '#0f766e', '#7c5cd6', '#b7791f', '#2f7ed8', '#be3a7c', '#5b8a2d'];

const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #1f2328 }
  .paper { fill: #ffffff }
  .row { fill: #f3f4f6 }
  .box { fill: #ffffff; stroke: #8b949e }
  .name { font-weight: 600; font-size: 13px }
  .small { font-size: 11px; fill: #57606a }
  .title { font-weight: 600; font-size: 16px }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .paper { fill: #0d1117 }
    .row { fill: #161b22 }
    .box { fill: #0d1117 }
    .small { fill: #9aa4af }
  }
`;

/** A layer of the architecture with its position in the image. */
interface LayerRow {
  readonly layer: ArchitectureLayer;
  readonly top: number;
  readonly height: number;
  /** The imports that all projects of this layer have in common; empty when the layer has only one project. */
  readonly common: readonly string[];
}

/**
 * Draws the layers of the architecture as SVG: a row for each layer, and a line for each layer that others import. The same
 * input gives the same bytes.
 */
export function drawLayers(layers: readonly ArchitectureLayer[]): string {
  const rows: LayerRow[] = [];
  for (const layer of layers) {
    const last = rows.at(-1);
    const common = commonImports(layer);
    const boxes = chunk(layer.projects).reduce((sum, line) => sum + lineHeight(line, common), 0);
    const height = Math.max(ROW.min, boxes + 2 * ROW.pad - BOX.gap);
    const top = last === undefined ? TOP : last.top + last.height + ROW.gap;
    rows.push({ layer, top, height, common });
  }
  const bottom = rows.at(-1);
  const height = (bottom === undefined ? TOP : bottom.top + bottom.height) + 20;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title">
<title id="title">Layers of Agent Bridge and their imports</title>
<!-- Made by npm run gen:docs from the imports of libs and apps. -->
<style>${STYLE}</style>
<rect class="paper" width="${WIDTH}" height="${height}"/>
${text(LABEL_X, 26, 'Layers', 'title')}
${text(LABEL_X, 44, 'A dot marks a layer that imports the layer at the arrow. A box lists what it imports besides what its whole layer imports.', 'small')}
${rows.map(drawRow).join('\n')}
${drawImportLines(rows)}
</svg>
`;
}

function drawRow({ layer, top, height, common }: LayerRow): string {
  const label = [
    text(LABEL_X, top + 24, layer.name, 'title'),
    ...wrap(
      common.length === 0 ? [] : ['all', 'import', ...common.map((one) => basename(one))],
      LABEL_CHARS_MAX,
    ).map((line, i) => text(LABEL_X, top + 44 + i * BOX.line, line, 'small')),
  ];
  let y = top + ROW.pad;
  const boxes = chunk(layer.projects).flatMap((line) => {
    const lineTop = y;
    y += lineHeight(line, common);
    return line.map((project, i) =>
      drawBox(project, common, {
        x: BOX.x + i * (BOX.width + BOX.gap),
        y: lineTop,
        height: y - lineTop - BOX.gap,
      }),
    );
  });
  return [
    `<rect class="row" x="${ROW.left}" y="${top}" width="${ROW.right - ROW.left}" height="${height}" rx="8"/>`,
    ...label,
    ...boxes,
  ].join('\n');
}

function drawBox(
  project: LayerProject,
  common: readonly string[],
  { x, y, height }: { readonly x: number; readonly y: number; readonly height: number },
): string {
  return [
    `<rect class="box" x="${x}" y="${y}" width="${BOX.width}" height="${height}" rx="5"/>`,
    text(x + 8, y + 18, basename(project.folder), 'name'),
    ...ownImports(project, common).map((line, i) =>
      text(x + 8, y + BOX.head + 8 + i * BOX.line, line, 'small'),
    ),
  ].join('\n');
}

/** Draws one vertical line for each layer that others import. The line starts at the highest layer that imports it. */
function drawImportLines(rows: readonly LayerRow[]): string {
  const targets = rows.filter((row) => importersOf(row, rows).length > 0);
  const edge = ROW.right;
  return targets
    .map((target, i) => {
      const x = IMPORT_LINE.x + i * IMPORT_LINE.step;
      const at = (row: LayerRow): number => row.top + IMPORT_LINE.y + i * IMPORT_LINE.yStep;
      const importers = importersOf(target, rows);
      const colour = COLOURS[i % COLOURS.length] ?? '';
      const first = importers[0] ?? target;
      return [
        `<g stroke="${colour}" fill="${colour}" stroke-width="1.6">`,
        `<path fill="none" d="M${x} ${at(first)}V${at(target)}H${edge + 8}"/>`,
        `<path stroke="none" d="M${edge} ${at(target)}l9 -4v8z"/>`,
        ...importers.flatMap((row) => [
          `<path d="M${edge} ${at(row)}H${x}"/>`,
          `<circle stroke="none" cx="${edge}" cy="${at(row)}" r="3.5"/>`,
        ]),
        '</g>',
      ].join('\n');
    })
    .join('\n');
}

function importersOf(target: LayerRow, rows: readonly LayerRow[]): readonly LayerRow[] {
  return rows.filter(({ layer }) => layer.imports.includes(target.layer.name));
}

function commonImports({ projects }: ArchitectureLayer): readonly string[] {
  const [first, ...others] = projects;
  if (first === undefined || others.length === 0) return [];
  return first.imports.filter((one) => others.every(({ imports }) => imports.includes(one)));
}

function ownImports({ imports }: LayerProject, common: readonly string[]): readonly string[] {
  return wrap(
    imports.filter((one) => !common.includes(one)).map((one) => basename(one)),
    CHARS_MAX,
  );
}

function lineHeight(line: readonly LayerProject[], common: readonly string[]): number {
  const lines = Math.max(...line.map((project) => ownImports(project, common).length));
  return BOX.head + lines * BOX.line + BOX.foot + BOX.gap;
}

function chunk(projects: readonly LayerProject[]): readonly (readonly LayerProject[])[] {
  return [...Map.groupBy(projects.entries(), ([i]) => Math.floor(i / COLUMNS)).values()].map(
    (line) => line.map(([, project]) => project),
  );
}

/** Wraps words into lines of at most `max` characters. */
function wrap(words: readonly string[], max: number): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trimStart();
    if (lines.length > 0 && longer.length <= max) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function text(x: number, y: number, words: string, kind: string): string {
  return `<text x="${x}" y="${y}" class="${kind}">${words}</text>`;
}
