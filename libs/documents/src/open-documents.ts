import { PRODUCT } from '@bridge/contracts';
import { zipSync } from 'fflate';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  CATALOGUE,
  CLIENT_FILE,
  CONNECT_PAGE,
  OPERATOR_PACK,
  PACK_FILE,
  STYLE_FILE,
  type DocumentDeclaration,
  type DeclaredDocumentFormat,
} from './catalogue.ts';
import { PLACEHOLDERS } from './placeholders.ts';

const RENDERED = new URL('../rendered/', import.meta.url);
const CLIENT = new URL('../files/agent-bridge.mjs', import.meta.url);
const STYLE = new URL('../files/style.css', import.meta.url);
/** Unix file mode rw-r--r--, at its position in the zip attributes. */
const FILE_MODE = (0o100_644 << 16) >>> 0;
const MADE_BY_UNIX = 3;

/** The values of an installation that replace the placeholders in its documents. */
export interface DocumentPlaceholderValues {
  /** Base URL of the app origin, without a trailing slash. */
  readonly base: string;
  /** SHA-256 of the result of the MCP method tools/list, in hex. */
  readonly toolListSha256: string;
}
/** One format of a document: its media type, bytes and hash. */
export interface DocumentRepresentation {
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** SHA-256 of the document's bytes, in hex. */
  readonly sha256: string;
}
/** A public document with its path and all its formats. */
export interface PublicDocument extends Omit<DocumentDeclaration, 'forms'> {
  /** Formats of the document; the first one is served when Accept states no preference. */
  readonly forms: readonly [DocumentRepresentation, ...DocumentRepresentation[]];
}
/** All public documents of an installation. */
export interface PublicDocumentCollection {
  readonly all: readonly PublicDocument[];
  /** The HTML page that a browser receives when it opens the tool endpoint (the URL of the MCP server). */
  readonly connectPage: DocumentRepresentation;
}

/**
 * Returns a host in reverse-DNS form (`org.example.bridge`), which identifies publishers in registries; `localhost` for an IP
 * address.
 */
function reverseDns(host: string): string {
  return /^[\d.]+$|:|^\[/.test(host) ? 'localhost' : host.split('.').reverse().join('.');
}

/**
 * Makes the operator pack, a zip with the skill and the client program for agents. It is reproducible: no compression, and a
 * fixed date in every file.
 */
function packOf(bytesOf: (file: string) => Uint8Array): Uint8Array {
  const files = OPERATOR_PACK.map(([name, file]) => [name, bytesOf(file)] as const);
  // fflate stores the local time of a date. A date made from local parts therefore gives 1980-01-01 in every time zone.
  const mtime = new Date(1980, 0, 1);
  return zipSync(Object.fromEntries(files), {
    level: 0,
    mtime,
    os: MADE_BY_UNIX,
    attrs: FILE_MODE,
  });
}

/** Reads all rendered documents and replaces their placeholders with the values of this installation. */
export function openDocuments({
  base,
  toolListSha256,
}: DocumentPlaceholderValues): PublicDocumentCollection {
  const { hostname } = new URL(base);
  const known = new Map<string, Uint8Array>();
  const fill = (text: string): string =>
    text
      .replaceAll(PLACEHOLDERS.base, base)
      .replaceAll(PLACEHOLDERS.reverseDns, reverseDns(hostname))
      .replaceAll(PLACEHOLDERS.host, hostname)
      .replaceAll(PLACEHOLDERS.toolListSha256, toolListSha256)
      .replaceAll(/\{\{sha256 ([^{}]+)\}\}/g, (_, file: string) => hash('sha256', bytesOf(file)));
  const read = (file: string): Uint8Array => {
    if (file === PACK_FILE) return packOf(bytesOf);
    if (file === STYLE_FILE) return readFileSync(STYLE);
    if (file !== CLIENT_FILE)
      return Buffer.from(fill(readFileSync(new URL(file, RENDERED), 'utf8')));
    const program = readFileSync(CLIENT, 'utf8').replaceAll('{{version}}', PRODUCT.version);
    return Buffer.from(program.replaceAll('{{base}}', base));
  };
  const bytesOf = (file: string): Uint8Array => {
    const bytes = known.get(file) ?? read(file);
    known.set(file, bytes);
    return bytes;
  };
  const open = ({ contentType, file }: DeclaredDocumentFormat): DocumentRepresentation => {
    const bytes = bytesOf(file);
    return { contentType, bytes, sha256: hash('sha256', bytes) };
  };
  const all = CATALOGUE.map(({ path, forms: [first, ...others], headers }): PublicDocument => {
    return { path, forms: [open(first), ...others.map(open)], headers };
  });
  return { all, connectPage: open(CONNECT_PAGE) };
}
