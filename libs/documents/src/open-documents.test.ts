import { hash } from 'node:crypto';
import {
  ERRORS,
  errorBody,
  isErrorCode,
  makeLinks,
  PRODUCT,
  PROTOCOL_VERSIONS,
  PUBLIC_PATHS,
  SKILL_NAME,
  TOOL_ACTIONS,
} from '@bridge/contracts';
import { fromBuffer, type Entry } from 'yauzl';
import { describe, expect, it } from 'vitest';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { openDocuments } from './open-documents.ts';
import { renderDocuments } from './render/index.ts';

const BASE = 'https://bridge.example.org';
const links = makeLinks({ baseUrl: BASE, contentUrl: 'https://sites.example.org' });
const installation = { base: BASE, toolListSha256: 'ab'.repeat(32) };
const { all: documents, connectPage } = openDocuments(installation);

/** A document with its media type, headers, bytes and text. */
interface ServedDocument {
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Returns the document at a path in the format with this media type, else in its first format. */
function get(path: string, type = ''): ServedDocument {
  const found = documents.find((document) => document.path === path);
  if (found === undefined) throw new Error(`no document at ${path}`);
  const { forms, headers } = found;
  const form = forms.find(({ contentType }) => contentType.startsWith(type)) ?? forms[0];
  const bytes = Buffer.from(form.bytes);
  expect(form.sha256).toBe(hash('sha256', bytes));
  return { type: form.contentType, headers, bytes, text: bytes.toString('utf8') };
}

function getJson(path: string): Record<string, unknown> {
  return JSON.parse(get(path).text) as Record<string, unknown>;
}

/** Paths that the gateway itself answers, so the documents may link to them although no document has such a path. */
const ELSEWHERE: readonly string[] = [
  PUBLIC_PATHS.bridge,
  PUBLIC_PATHS.act,
  PUBLIC_PATHS.actions,
  PUBLIC_PATHS.whoami,
  PUBLIC_PATHS.mcp,
  PUBLIC_PATHS.console,
];

function isServed(url: URL): boolean {
  return ELSEWHERE.includes(url.pathname) || documents.some(({ path }) => path === url.pathname);
}

describe('the public documents', () => {
  it.each([
    [PUBLIC_PATHS.manifest, 'application/json; charset=utf-8'],
    [PUBLIC_PATHS.manifestWellKnown, 'application/json; charset=utf-8'],
    [PUBLIC_PATHS.llms, 'text/plain; charset=utf-8'],
    [PUBLIC_PATHS.onboarding, 'text/markdown; charset=utf-8'],
    [PUBLIC_PATHS.skill, 'text/markdown; charset=utf-8'],
    [PUBLIC_PATHS.skillIndex, 'application/json; charset=utf-8'],
    [PUBLIC_PATHS.directory, 'application/ai-catalog+json'],
    [PUBLIC_PATHS.directoryDraft, 'application/json; charset=utf-8'],
    [PUBLIC_PATHS.serverCard, 'application/mcp-server-card+json'],
    [PUBLIC_PATHS.serverCardWellKnown, 'application/mcp-server-card+json'],
    [PUBLIC_PATHS.operatorPack, 'application/zip'],
    [PUBLIC_PATHS.cli, 'text/javascript; charset=utf-8'],
    [PUBLIC_PATHS.docs, 'text/html; charset=utf-8'],
    [PUBLIC_PATHS.docsActions, 'text/html; charset=utf-8'],
    [PUBLIC_PATHS.docsErrors, 'text/html; charset=utf-8'],
  ])('%s is %s', (path, type) => {
    const { type: actual, bytes } = get(path);
    expect(actual).toBe(type);
    if (type.includes('json')) expect(() => JSON.parse(bytes.toString()) as unknown).not.toThrow();
  });

  it('stand at one address each', () => {
    const paths = documents.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('are the same bytes at both addresses of manifest and server card', async () => {
    const one = get(PUBLIC_PATHS.manifest);
    const two = get(PUBLIC_PATHS.manifestWellKnown);
    expect(two.text).toBe(one.text);
    expect(get(PUBLIC_PATHS.serverCardWellKnown).text).toBe(get(PUBLIC_PATHS.serverCard).text);
  });

  it('answer every address that the manifest gives', async () => {
    const manifest = getJson(PUBLIC_PATHS.manifest);
    const urls = Object.entries(manifest).filter(([name]) => name.endsWith('_url'));
    expect(urls).toHaveLength(8);
    for (const [name, url] of urls) {
      const address = new URL(String(url));
      expect(address.origin, name).toBe(BASE);
      expect(isServed(address), name).toBe(true);
    }
  });

  it('contain no dead link to another document', async () => {
    for (const { path } of documents) {
      for (const accept of ['text/html', 'text/markdown']) {
        const { text, type } = get(path, accept);
        if (type === 'application/zip') continue;
        for (const [, target = ''] of text.matchAll(
          /(?:\]\(|href=")((?:\/|https:\/\/bridge)[^)"\s]*)/g,
        )) {
          expect(isServed(new URL(target, BASE)), `${path} links to ${target}`).toBe(true);
        }
      }
    }
  });

  it('hold no key, no invisible character and no placeholder', async () => {
    for (const { path } of documents) {
      const { text, type } = get(path);
      if (type === 'application/zip') continue;
      if (path !== PUBLIC_PATHS.cli) expect(text, path).not.toContain('undefined');
      expect(text, path).not.toMatch(/ak_[0-9A-Za-z]{49}|\{\{|base-url|\[object Object\]/);
      expect(text, path).not.toMatch(
        /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/,
      );
    }
  });
});

describe('readable documents', () => {
  it.each([
    [PUBLIC_PATHS.onboarding, 'text/markdown'],
    [PUBLIC_PATHS.docsErrors, 'text/html'],
    ['/', 'text/html'],
  ])('%s is both a page and Markdown, first %s', (path, first) => {
    const types = ['text/html', 'text/markdown'].map((type) => get(path, type).type);
    expect(types).toEqual(['text/html; charset=utf-8', 'text/markdown; charset=utf-8']);
    expect(get(path).type).toBe(`${first}; charset=utf-8`);
    expect(get(path).headers.Vary).toBe('Accept');
  });

  // Verifies: documents.error-pages.
  it('lead from every error’s doc_url to its own heading, on the page and in the Markdown', async () => {
    const { text } = get(PUBLIC_PATHS.docsErrors);
    const markdown = get(`${PUBLIC_PATHS.docsErrors}.md`);
    for (const code of Object.keys(ERRORS).filter(isErrorCode)) {
      const url = new URL(errorBody(code, { issues: [], ops: [] }, links.errorsUrl).doc_url);
      expect(url.pathname).toBe(PUBLIC_PATHS.docsErrors);
      expect(text).toContain(`<h2 id="${url.hash.slice(1)}">${code}</h2>`);
      expect(markdown.text).toContain(`\n## ${code}\n`);
    }
  });

  it('describe every action with its input and an example', async () => {
    const { text } = get(`${PUBLIC_PATHS.docsActions}.md`);
    for (const action of TOOL_ACTIONS) {
      expect(text).toContain(`\n## ${action.name}\n`);
      expect(text).toContain(action.purpose);
      expect(text).toContain(
        JSON.stringify({ action: action.name, payload: action.example }, null, 2),
      );
    }
  });

  it('load nothing but their own style sheet', async () => {
    const { text } = get(PUBLIC_PATHS.docsErrors);
    expect(text).not.toMatch(/<script|<style|style=|src=/);
    expect(text).toContain('<html lang="en">');
    expect(get('/docs/style.css').type).toBe('text/css; charset=utf-8');
  });
});

describe('documents for machines', () => {
  it('llms.txt is one heading, one quote, then sections of links', async () => {
    const { text } = get(PUBLIC_PATHS.llms);
    expect(text).toMatch(/^# .+\n\n> .+\n/);
    expect(text.match(/^# /gm)).toHaveLength(1);
    const sections = text.split(/^## .+$/m).slice(1);
    expect(sections.length).toBeGreaterThanOrEqual(2);
    for (const section of sections) expect(section).toMatch(/^- \[.+\]\(https:.+\)/m);
  });

  it('SKILL.md has the frontmatter that its format asks for, in a folder of its name', async () => {
    const { text } = get(PUBLIC_PATHS.skill);
    const [, frontmatter = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
    const fields = new Map(
      frontmatter.split('\n').map((line): [string, string] => {
        const at = line.indexOf(': ');
        const value = line.slice(at + 2);
        return [line.slice(0, at), value.startsWith('"') ? (JSON.parse(value) as string) : value];
      }),
    );
    expect(fields.get('name')).toBe(SKILL_NAME);
    expect(SKILL_NAME).toMatch(/^(?!.*--)[a-z0-9-]{1,64}$/);
    expect(PUBLIC_PATHS.skill).toContain(`/${SKILL_NAME}/SKILL.md`);
    expect(fields.get('description')?.length).toBeLessThanOrEqual(1_024);
    expect(fields.get('compatibility')?.length).toBeLessThanOrEqual(500);
    expect(body.split('\n').length).toBeLessThan(500);
  });

  it('the skill index carries the digest of the file it points to', async () => {
    const skill = get(PUBLIC_PATHS.skill);
    expect(getJson(PUBLIC_PATHS.skillIndex)).toMatchObject({
      skills: [
        { name: SKILL_NAME, type: 'skill-md', digest: `sha256:${hash('sha256', skill.bytes)}` },
      ],
    });
  });

  it('the directory’s entries lead to documents of the type they name', async () => {
    const catalog = getJson(PUBLIC_PATHS.directory);
    const draft = getJson(PUBLIC_PATHS.directoryDraft);
    expect(catalog).toMatchObject({ specVersion: '1.0', host: { displayName: 'Agent Bridge' } });
    expect(draft).toEqual({ ...catalog, specVersion: 'draft' });
    const entries = catalog.entries as { identifier: string; type: string; url: string }[];
    expect(entries.length).toBeGreaterThan(0);
    for (const { identifier, url } of entries) {
      expect(identifier).toMatch(/^urn:air:bridge\.example\.org:[a-z]+:agent-bridge$/);
      expect(isServed(new URL(url))).toBe(true);
    }
  });

  it('the server card names the header and lists no tools', async () => {
    const card = getJson(PUBLIC_PATHS.serverCard);
    expect(card).toMatchObject({
      name: 'org.example.bridge/agent-bridge',
      title: PRODUCT.name,
      version: PRODUCT.version,
      description: PRODUCT.description,
      websiteUrl: BASE,
      remotes: [
        {
          type: 'streamable-http',
          url: `${BASE}/api/mcp`,
          supportedProtocolVersions: [...PROTOCOL_VERSIONS],
          headers: [
            {
              name: 'Authorization',
              isRequired: true,
              isSecret: true,
              value: 'Bearer {agent_key}',
            },
          ],
        },
      ],
    });
    expect(String(card.description).length).toBeLessThanOrEqual(100);
    expect(card.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(JSON.stringify(card)).not.toContain('worlds_list');
  });

  it('names an installation on an address without a domain too', async () => {
    for (const baseUrl of ['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000']) {
      const local = openDocuments({ base: baseUrl, toolListSha256: '' }).all;
      const card = local.find(({ path }) => path === PUBLIC_PATHS.serverCard);
      expect(JSON.parse(Buffer.from(card?.forms[0].bytes ?? []).toString())).toMatchObject({
        name: 'localhost/agent-bridge',
      });
    }
  });
});

describe('the rendered files', () => {
  const folder = new URL('../rendered/', import.meta.url);

  it('match the declarations; else run npm run gen:docs', () => {
    const rendered = renderDocuments();
    for (const [name, text] of Object.entries(rendered)) {
      const file = new URL(name, folder);
      expect(existsSync(file) && readFileSync(file, 'utf8') === text, name).toBe(true);
    }
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const files = names.filter((name) => /\.[a-z0-9]+$/.test(name));
    expect(files.map((name) => name.replaceAll('\\', '/')).sort()).toEqual(
      Object.keys(rendered).sort(),
    );
  });

  it('hold the page that a browser gets at the tool endpoint', () => {
    expect(Buffer.from(connectPage.bytes).toString()).toContain(
      `claude mcp add --transport http agent-bridge ${BASE}/api/mcp`,
    );
  });
});

describe('downloads', () => {
  it.each([PUBLIC_PATHS.cli, PUBLIC_PATHS.operatorPack])(
    '%s is offered as a file, with its SHA-256 beside it',
    async (path) => {
      const { headers, bytes } = get(path);
      const name = path.split('/').at(-1) ?? '';
      expect(headers['Content-Disposition']).toBe(`attachment; filename="${name}"`);
      expect(get(`${path}.sha256`).text).toBe(`${hash('sha256', bytes)}  ${name}\n`);
    },
  );

  it('the operator pack is a plugin with the skill, the client and no key', async () => {
    const { bytes } = get(PUBLIC_PATHS.operatorPack);
    const files = await unpack(bytes);
    expect([...files.keys()]).toEqual([
      'README.md',
      'plugin.json',
      'mcp.json',
      'server.json',
      `skills/${SKILL_NAME}/SKILL.md`,
      'bin/agent-bridge.mjs',
      'clients/claude-code.sh',
      'clients/cursor.mcp.json',
      'clients/vscode.mcp.json',
      'clients/codex.config.toml',
      'clients/gemini-cli.sh',
      'clients/stdio.mcp.json',
    ]);
    expect(JSON.parse(files.get('plugin.json') ?? '')).toMatchObject({
      $schema: 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json',
      name: SKILL_NAME,
    });
    expect(JSON.parse(files.get('mcp.json') ?? '')).toMatchObject({
      $schema: 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json',
      mcpServers: { [SKILL_NAME]: { type: 'stdio', command: 'node' } },
    });
    expect(files.get(`skills/${SKILL_NAME}/SKILL.md`)).toBe(get(PUBLIC_PATHS.skill).text);
    expect(files.get('bin/agent-bridge.mjs')).toBe(get(PUBLIC_PATHS.cli).text);
    for (const [name, text] of files) {
      expect(text, name).not.toMatch(/ak_[0-9A-Za-z]{49}/);
      if (name.endsWith('.json')) expect(() => JSON.parse(text) as unknown).not.toThrow();
    }
  });

  it('are the same bytes on every start', async () => {
    const again = openDocuments(installation).all;
    for (const [index, { path, forms }] of documents.entries()) {
      const digests = forms.map((form) => form.sha256);
      expect(
        again[index]?.forms.map((form) => form.sha256),
        path,
      ).toEqual(digests);
    }
  });
});

async function unpack(bytes: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  await new Promise<void>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, strictFileNames: true }, (error, zip) => {
      if (error !== null) return reject(error);
      zip.on('error', reject);
      zip.on('end', resolve);
      zip.on('entry', (entry: Entry) => {
        zip.openReadStream(entry, (failed, stream) => {
          if (failed !== null) return reject(failed);
          let text = '';
          stream.setEncoding('utf8').on('data', (piece: string) => (text += piece));
          stream.on('error', reject);
          stream.on('end', () => {
            files.set(entry.fileName, text);
            zip.readEntry();
          });
        });
      });
      zip.readEntry();
    });
  });
  return files;
}
