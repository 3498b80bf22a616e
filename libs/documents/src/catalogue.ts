import { PUBLIC_PATHS, SKILL_NAME } from '@bridge/contracts';

/** One format of a document (such as HTML or Markdown) and the name of the rendered file. */
export interface DeclaredDocumentFormat {
  readonly contentType: string;
  readonly file: string;
}
/** A public document: its path and the formats in which it is served. */
export interface DocumentDeclaration {
  readonly path: string;
  /** Formats of the document; the first one is served when Accept states no preference. */
  readonly forms: readonly [DeclaredDocumentFormat, ...DeclaredDocumentFormat[]];
  readonly headers: Readonly<Record<string, string>>;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const SERVER_CARD = 'application/mcp-server-card+json';

/** Path of the style sheet of all documentation pages. */
export const STYLE_PATH = '/docs/style.css';
/** File name of the style sheet, a source file that needs no rendering. */
export const STYLE_FILE = 'style.css';
/**
 * File name of the operator pack (a zip with the skill and the client program for agents). It is made at start, because it
 * contains the base URL.
 */
export const PACK_FILE = 'operator-pack.zip';
/**
 * File name of the client program, which calls the service from a command line. It is not rendered; only its version and base
 * URL are filled in at start.
 */
export const CLIENT_FILE = 'agent-bridge.mjs';

/** The HTML page that a browser receives when it opens the tool endpoint (the URL of the MCP server). */
export const CONNECT_PAGE: DeclaredDocumentFormat = {
  contentType: 'text/html; charset=utf-8',
  file: 'connect.html',
};

/** Link header of the root page of the app origin (RFC 8288, relations of RFC 8631). */
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
  headers: DocumentDeclaration['headers'] = {},
): DocumentDeclaration {
  return { path, forms: [{ contentType, file }], headers };
}

/** Makes the entry of a document in HTML and Markdown; `first` is served when Accept states no preference. */
function readableEntry(
  path: string,
  name: string,
  first: 'html' | 'markdown' = 'html',
  headers: DocumentDeclaration['headers'] = {},
): DocumentDeclaration {
  const html: DeclaredDocumentFormat = {
    contentType: 'text/html; charset=utf-8',
    file: `${name}.html`,
  };
  const markdown: DeclaredDocumentFormat = { contentType: MARKDOWN, file: `${name}.md` };
  const forms = first === 'html' ? ([html, markdown] as const) : ([markdown, html] as const);
  return { path, forms, headers: { Vary: 'Accept', ...headers } };
}

/** Makes the entries of a download: the file, and a text file with its SHA-256. */
function downloadEntries(
  path: string,
  contentType: string,
  file: string,
): readonly DocumentDeclaration[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const disposition = `attachment; filename="${name}"`;
  return [
    catalogueEntry(path, contentType, file, { 'Content-Disposition': disposition }),
    catalogueEntry(`${path}.sha256`, TEXT, `${file}.sha256`),
  ];
}

/** All public documents. The capability manifest and the MCP server card are each served at two paths. */
export const CATALOGUE: readonly DocumentDeclaration[] = [
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

/** File names of the client configurations (how to connect Cursor, Codex and so on) in the operator pack, a zip for agents. */
export const CLIENT_SETUP_FILES = [
  'claude-code.sh',
  'cursor.mcp.json',
  'vscode.mcp.json',
  'codex.config.toml',
  'gemini-cli.sh',
  'stdio.mcp.json',
] as const;

/** The files of the operator pack (a zip for agents): the name inside the zip, and the name of the rendered file. */
export const OPERATOR_PACK: readonly (readonly [name: string, file: string])[] = [
  ['README.md', 'pack/README.md'],
  ['plugin.json', 'pack/plugin.json'],
  ['mcp.json', 'pack/mcp.json'],
  ['server.json', 'pack/server.json'],
  [`skills/${SKILL_NAME}/SKILL.md`, 'SKILL.md'],
  ['bin/agent-bridge.mjs', CLIENT_FILE],
  ...CLIENT_SETUP_FILES.map((file) => [`clients/${file}`, `clients/${file}`] as const),
];
