import { BridgeError, type Logger } from '@bridge/kernel';
import { bytesRepresentation, type HttpEntity } from '@bridge/web';
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entityAnswer } from './entity-answer.ts';
import type { HttpRoute } from './exchange.ts';

/** Folder of the built console; files with a hash in their name are in `assets/`. */
const FOLDER = fileURLToPath(new URL('../../../../apps/console/dist', import.meta.url));
const ASSETS = 'assets';

/**
 * Returns the origins from which previews are served: the content origin (published websites) and, unless its host is an IP
 * address, its subdomains.
 */
function previewOrigins(contentUrl: string): string {
  const { protocol, hostname, host, origin } = new URL(contentUrl);
  const hasLabels = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  return hasLabels ? `${origin} ${protocol}//*.${host}` : origin;
}

/**
 * Returns the Content-Security-Policy of the console: only its own files, no inline script or style, no HTML made from text.
 * Users’ HTML is shown only in frames of the content origin (published websites). Spec: console.policy.
 */
function consolePolicy(contentUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    `frame-src ${previewOrigins(contentUrl)}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types bridge-worker',
  ].join('; ');
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

function fileEntity(name: string, policy: string, cacheControl: string): HttpEntity {
  const bytes = readFileSync(join(FOLDER, name));
  return {
    tag: hash('sha256', bytes).slice(0, 32),
    contentType: MEDIA_TYPES[extname(name)] ?? 'application/octet-stream',
    cacheControl,
    headers: ['Content-Security-Policy', policy],
    identity: bytesRepresentation(bytes),
    encoded: new Map(),
  };
}

/**
 * Returns the routes of the console. Its files are read once, at the start. Files with a hash in their name are cached for a
 * year. Every other path below `/console` returns index.html, because the browser code selects the screen by the path.
 */
export function consoleFileRoutes(log: Logger, contentUrl: string): readonly HttpRoute[] {
  if (!existsSync(FOLDER)) {
    log.warn({ folder: FOLDER }, 'console_not_built');
    return [];
  }
  const policy = consolePolicy(contentUrl);
  const page = fileEntity('index.html', policy, 'no-cache');
  const assets = new Map(
    readdirSync(join(FOLDER, ASSETS)).map((file) => {
      const name = `${ASSETS}/${file}`;
      return [name, fileEntity(name, policy, 'public, max-age=31536000, immutable')] as const;
    }),
  );
  return ['/console', '/console/*'].map((path) => ({
    path,
    methods: {
      GET: async (exchange) => {
        const name = exchange.params['*'] ?? '';
        // Paths of the console’s own pages have no file extension.
        const isFile = name.startsWith(`${ASSETS}/`) || /\.[A-Za-z0-9]+$/.test(name);
        const entity = isFile ? assets.get(name) : page;
        if (entity === undefined) throw new BridgeError('not_found', {});
        return entityAnswer(exchange, entity);
      },
    },
  }));
}
