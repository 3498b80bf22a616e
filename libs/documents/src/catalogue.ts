import { PUBLIC_PATHS, SKILL_NAME } from '@bridge/contracts';

/** One form of a document, such as HTML or Markdown, with the rendered file that contains it. */
export interface CatalogueForm {
  readonly contentType: string;
  readonly file: string;
}
/** A public address and the forms of its document. */
export interface CatalogueEntry {
  readonly path: string;
  /** The forms of the document; the first is for readers without a preference. */
  readonly forms: readonly [CatalogueForm, ...CatalogueForm[]];
  readonly headers: Readonly<Record<string, string>>;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const SERVER_CARD = 'application/mcp-server-card+json';

/** Path of the style sheet of all pages. */
export const STYLE_PATH = '/docs/style.css';
/** File name of the style sheet, which is written by hand and not rendered. */
export const STYLE_FILE = 'style.css';
/** File name of the operator pack, which is packed when the product starts because it contains the base URL. */
export const PACK_FILE = 'operator-pack.zip';
/** File name of the client program, which is a file of the sources and not rendered. */
export const CLIENT_FILE = 'agent-bridge.mjs';

/** The page that a browser receives at the tool endpoint. */
export const CONNECT_PAGE: CatalogueForm = {
  contentType: 'text/html; charset=utf-8',
  file: 'connect.html',
};

/** The Link header at the root of the app origin (RFC 8288, relations of RFC 8631). */
const FRONT_LINKS = [
  `<${PUBLIC_PATHS.llms}>; rel="alternate"; type="text/plain"; title="llms.txt"`,
  `<${PUBLIC_PATHS.openapi}>; rel="service-desc"; type="application/vnd.oai.openapi+json;version=3.1"`,
  `<${PUBLIC_PATHS.manifest}>; rel="service-meta"; type="application/json"`,
  `<${PUBLIC_PATHS.docs}>; rel="service-doc"; type="text/html"`,
].join(', ');

function catalogueEntry(
  path: string,
  contentType: string,
  file: string,
  headers: CatalogueEntry['headers'] = {},
): CatalogueEntry {
  return { path, forms: [{ contentType, file }], headers };
}

/** Makes the entry of a Markdown document that is also a page; `first` is the form for readers without a preference. */
function readableEntry(
  path: string,
  name: string,
  first: 'html' | 'markdown' = 'html',
  headers: CatalogueEntry['headers'] = {},
): CatalogueEntry {
  const html: CatalogueForm = { contentType: 'text/html; charset=utf-8', file: `${name}.html` };
  const markdown: CatalogueForm = { contentType: MARKDOWN, file: `${name}.md` };
  const forms = first === 'html' ? ([html, markdown] as const) : ([markdown, html] as const);
  return { path, forms, headers: { Vary: 'Accept', ...headers } };
}

/** Makes the entries of a downloadable file: the file under its name, and a second file with its SHA-256. */
function downloadEntries(
  path: string,
  contentType: string,
  file: string,
): readonly CatalogueEntry[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const disposition = `attachment; filename="${name}"`;
  return [
    catalogueEntry(path, contentType, file, { 'Content-Disposition': disposition }),
    catalogueEntry(`${path}.sha256`, TEXT, `${file}.sha256`),
  ];
}

/** All public documents: the manifest at its two addresses and the documents to which its addresses lead. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  catalogueEntry(PUBLIC_PATHS.manifest, JSON_TYPE, 'manifest.json'),
  catalogueEntry(PUBLIC_PATHS.manifestWellKnown, JSON_TYPE, 'manifest.json'),
  readableEntry('/', 'front', 'html', { Link: FRONT_LINKS }),
  catalogueEntry(
    PUBLIC_PATHS.openapi,
    'application/vnd.oai.openapi+json;version=3.1',
    'openapi.json',
  ),
  catalogueEntry(PUBLIC_PATHS.llms, TEXT, 'llms.txt'),
  readableEntry(PUBLIC_PATHS.onboarding, 'agents', 'markdown'),
  catalogueEntry(PUBLIC_PATHS.skill, MARKDOWN, 'SKILL.md'),
  catalogueEntry(PUBLIC_PATHS.skillIndex, JSON_TYPE, 'skills.json'),
  catalogueEntry(PUBLIC_PATHS.directory, 'application/ai-catalog+json', 'ai-catalog.json'),
  catalogueEntry(PUBLIC_PATHS.directoryDraft, JSON_TYPE, 'mcp-catalog.json'),
  catalogueEntry(PUBLIC_PATHS.serverCard, SERVER_CARD, 'server-card.json'),
  catalogueEntry(PUBLIC_PATHS.serverCardWellKnown, SERVER_CARD, 'server-card.json'),
  ...downloadEntries(PUBLIC_PATHS.operatorPack, 'application/zip', PACK_FILE),
  ...downloadEntries(PUBLIC_PATHS.cli, 'text/javascript; charset=utf-8', CLIENT_FILE),
  readableEntry(PUBLIC_PATHS.docs, 'docs'),
  readableEntry(PUBLIC_PATHS.docsActions, 'actions'),
  catalogueEntry(`${PUBLIC_PATHS.docsActions}.md`, MARKDOWN, 'actions.md'),
  readableEntry(PUBLIC_PATHS.docsErrors, 'errors'),
  catalogueEntry(`${PUBLIC_PATHS.docsErrors}.md`, MARKDOWN, 'errors.md'),
  catalogueEntry(STYLE_PATH, 'text/css; charset=utf-8', STYLE_FILE),
];

/** Configurations of well-known clients in the operator pack, each a rendered file with this name. */
export const CLIENT_SETUP_FILES = [
  'claude-code.sh',
  'cursor.mcp.json',
  'vscode.mcp.json',
  'codex.config.toml',
  'gemini-cli.sh',
  'stdio.mcp.json',
] as const;

/** Files of the operator pack: the name in the pack and the file with the content. */
export const OPERATOR_PACK: readonly (readonly [name: string, file: string])[] = [
  ['README.md', 'pack/README.md'],
  ['plugin.json', 'pack/plugin.json'],
  ['mcp.json', 'pack/mcp.json'],
  ['server.json', 'pack/server.json'],
  [`skills/${SKILL_NAME}/SKILL.md`, 'SKILL.md'],
  ['bin/agent-bridge.mjs', CLIENT_FILE],
  ...CLIENT_SETUP_FILES.map((file) => [`clients/${file}`, `clients/${file}`] as const),
];
