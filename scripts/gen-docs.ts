// Generates docs/reference, the public documents (libs/documents/rendered) and the layer picture from the code.
// npm run gen:docs              writes the files
// npm run gen:docs -- --check   writes nothing; exits with 1 when a file is not current
import { genericMapping } from '@bridge/archive';
import { busReference } from '@bridge/bus/wire';
import { makeLinks, SEARCH_FILTERS } from '@bridge/contracts';
import {
  actionsReference,
  errorsReference,
  escapeMarkdown,
  renderDocuments,
  setupsMarkdown,
} from '@bridge/documents/render';
import { rolesSql } from '@bridge/db';
import { SETTINGS } from '@bridge/kernel';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { drawLayers } from './architecture/draw-layers.ts';
import { readLayers } from './architecture/layers.ts';
import { publishingReference } from './publishing-reference.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = 'docs/reference';
/** Path from docs/reference to the rendered public documents. */
const RENDERED = '../../libs/documents/rendered';
const CLIENT_GUIDE = '../guides/connect-a-client.md';

function defaultOf({ schema }: (typeof SETTINGS)[keyof typeof SETTINGS]): string {
  const { data } = schema.safeParse(undefined);
  if (data === undefined) return '';
  const text = Array.isArray(data) ? data.join(',') : String(data);
  return text === '' ? 'empty' : `\`${text}\``;
}

function configReference(): string {
  const rows = Object.entries(SETTINGS).map(
    ([name, one]) => `| \`${name}\` | ${defaultOf(one)} | ${escapeMarkdown(one.about)} |`,
  );
  const secrets = Object.entries(SETTINGS)
    .filter(([, one]) => 'secret' in one)
    .map(([name]) => `\`${name}\``);
  return `# Settings

Environment variables, the same names in every wiring and for every process. An unknown \`BRIDGE_*\` name is refused at start, with every other problem at once. Without a default in this table the all-in-one chooses a file or an embedded server under \`BRIDGE_DATA\`; a service of its own must be told.

\`npm run ctl -- config print --diff\` shows what differs from the defaults. Masked wherever a configuration is printed: ${secrets.join(', ')}.

| setting | default | meaning |
| --- | --- | --- |
${rows.join('\n')}
`;
}

function searchReference(): string {
  const rows = SEARCH_FILTERS.map(({ name, aliases, values, example, about }) => {
    const others =
      aliases.length === 0 ? '' : ` (also ${aliases.map((one) => `\`${one}:\``).join(', ')})`;
    return `| \`${name}:\`${others} | ${escapeMarkdown(values)} | \`${escapeMarkdown(example)}\` | ${escapeMarkdown(about)} |`;
  });
  return `# Queries of the archive

\`surf.search\` takes words, phrases in quotes, exclusions and filters in one text. Words and filters may stand in any order.

| filter | values | example | keeps |
| --- | --- | --- | --- |
${rows.join('\n')}

- \`"exact phrase"\`: these words next to each other. \`-word\`, \`-"two words"\`, \`-type:poster\`, \`-creator:turner\`: without them.
- A filter of an unknown name or value is not applied. \`understood.ignored\` names it with the values that exist; the value of \`type:\` and \`creator:\` is then searched as words.
- A filter that leaves nothing is named in \`notes\`.
- A word that no reference holds stays as it is when it is a word of English, French, Spanish, Italian, German or Portuguese. A likely slip is corrected; \`understood.corrected\` and \`notes\` say so. Otherwise \`notes\` offer near words.
- \`understood.expanded\` lists other words that were searched too: the same thing in other languages, other forms and spellings, the years of a movement.
- \`total_estimate\` is how many references fit; it is a lower bound where \`notes\` say "At least".
- A query without a letter or digit answers with no references.
- A sentence may hold conditions: \`no\`, \`without\`, \`not by\` exclude what follows; \`only\` restricts to the kind; "free to use", "public domain" set \`rights:open\`; \`before\`, \`after\`, \`between\` with years set \`date:\`. \`understood.filters\` names them. [How the search works](../search.md).
`;
}

/** Returns the JSON Schema of mapping files, with which editors check them. */
function mappingSchema(): string {
  const schema = { title: 'Mapping of a collection', ...z.toJSONSchema(genericMapping) };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function mappingReference(): string {
  const row = (name: string, type: z.ZodType, shape: string): string =>
    `| \`${name}\` | ${type.isOptional() ? '' : 'yes'} | ${shape} | ${escapeMarkdown(describe(type))} |`;
  const { fields, ...common } = genericMapping.shape;
  const rows = [
    ...Object.entries(common).map(([name, type]) => row(name, type, 'text')),
    ...Object.entries(fields.shape).map(([name, type]) => row(`fields.${name}`, type, 'path')),
  ];
  return `# Mapping of a collection

A mapping file tells \`archive import --map mapping.json\` where the facts of a record are; \`archive map\` proposes one. A path is the name of a column, or of a member in JSON; a dot reaches inside (\`artist.name\`), also of each element of a list. Members that are not listed here are refused. [mapping.schema.json](mapping.schema.json) is the same as JSON Schema, for editors. Step by step: [your own collection](../guides/own-collection.md).

| member | required | value | meaning |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

function describe(type: z.ZodType): string {
  return (
    type.description ?? (type instanceof z.ZodOptional ? describe(type.unwrap() as z.ZodType) : '')
  );
}

/** Adds a comment below the title of a generated page that names the source to change instead. */
function generated(markdown: string, source: string): string {
  const note = `<!-- Made by npm run gen:docs from ${source}. Change it there. -->`;
  return markdown.replace(/^(# .+\n)/, `$1\n${note}\n`);
}

/** Returns the guide for connecting clients with its generated sections brought up to date. */
function clientGuide(): string {
  const guide = readFileSync(join(ROOT, FOLDER, CLIENT_GUIDE), 'utf8');
  return guide.replace(
    /(?<=<!-- Made by .+ -->\n)[^]*(?=<!-- end -->)/,
    () => `\n${setupsMarkdown(links)}\n\n`,
  );
}

// The generated pages contain the URLs of an installation with default settings, which a reader is assumed to have.
const links = makeLinks({
  baseUrl: SETTINGS.BRIDGE_BASE_URL.schema.parse(undefined),
  contentUrl: SETTINGS.BRIDGE_CONTENT_URL.schema.parse(undefined),
});
const pages: Readonly<Record<string, string>> = {
  'actions.md': generated(actionsReference('errors.md'), 'libs/contracts/src/services'),
  'errors.md': generated(errorsReference(links.errorsUrl), 'libs/contracts/src/errors'),
  'config.md': generated(configReference(), 'libs/kernel/src/settings.ts'),
  'search.md': generated(searchReference(), 'libs/contracts/src/search-filters.ts'),
  'mapping.md': generated(mappingReference(), 'libs/archive/src/sources/generic.ts'),
  'mapping.schema.json': mappingSchema(),
  'bus.md': busReference(),
  '../architecture.svg': drawLayers(readLayers(ROOT)),
  '../../deploy/postgres/roles.sql': rolesSql(),
  [CLIENT_GUIDE]: clientGuide(),
  'publishing.md': generated(
    publishingReference(),
    'libs/publisher/src/verdict/model/references.ts and messages.ts',
  ),
  ...Object.fromEntries(
    Object.entries(renderDocuments()).map(([name, text]) => [`${RENDERED}/${name}`, text]),
  ),
};

const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values;
const stale: string[] = [];
for (const [name, text] of Object.entries(pages)) {
  const path = join(ROOT, FOLDER, name);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  stale.push(posix.join(FOLDER, name));
  if (check) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
if (stale.length === 0) console.log('Generated files: as declared.');
else if (!check) console.log(`Written: ${stale.join(', ')}.`);
else {
  console.error(`Not as declared: ${stale.join(', ')}. Run: npm run gen:docs`);
  process.exitCode = 1;
}
