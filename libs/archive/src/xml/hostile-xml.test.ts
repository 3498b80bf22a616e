import { systemClock } from '@bridge/kernel';
import { StoredDocumentRegistry } from '@bridge/search';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import type { ImportEvent, ImportResult } from '../import/events.ts';
import { importArchive } from '../import/import-archive.ts';
import { openFile, parsedRecordsOf } from '../import/open-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'bridge-xml-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function file(content: string | Uint8Array): string {
  const path = join(folder, `records-${files++}.dat`);
  writeFileSync(path, content);
  return path;
}

/** The result of an import that wrote nothing, with the records that it refused. */
interface DryRunResult extends ImportResult {
  readonly bad: readonly {
    readonly place: string;
    readonly reason: string;
    readonly text: string;
  }[];
}
/** Reads a file as an import does, without writing an index. */
async function read(content: string | Uint8Array, source?: string): Promise<DryRunResult> {
  const events: ImportEvent[] = [];
  const result = await importArchive(
    {
      paths: [file(content)],
      dryRun: true,
      maxBad: 1,
      ...(source === undefined ? {} : { source }),
    },
    {
      target: {
        begin: () => Promise.reject(new TypeError('a dry run has no index')),
        serving: () => Promise.resolve(new StoredDocumentRegistry()),
      },
      clock: systemClock,
      onEvent: (event) => events.push(event),
    },
  );
  return {
    ...result,
    bad: events.flatMap((event) => (event.event === 'bad' ? [event.record] : [])),
  };
}

const dc = (content: string): string => `<oai_dc:dc>${content}</oai_dc:dc>`;
const work = (id: number, title = `Work ${id}`): string =>
  dc(`<dc:identifier>w${id}</dc:identifier><dc:title>${title}</dc:title>`);
const whole = (...records: readonly string[]): string =>
  `<records xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">${records.join('\n')}</records>`;
const nested = (depth: number): string => `${'<a>'.repeat(depth)}x${'</a>'.repeat(depth)}`;

// Verifies: search.hostile-xml.
describe('a bad record is reported, and the run goes on', { timeout: 60_000 }, () => {
  test.each([
    ['a bare ampersand', work(2, 'Ink & paper'), 'not_xml'],
    [
      'an element that is not closed',
      dc('<dc:title>Two<dc:identifier>w2</dc:identifier>'),
      'not_xml',
    ],
    ['an element that was not opened', dc('</dc:subject><dc:title>Two</dc:title>'), 'not_xml'],
    ['an entity that no document type declares', work(2, '&company;'), 'not_xml'],
    ['an attribute without quotes', dc('<dc:title lang=en>Two</dc:title>'), 'not_xml'],
    ['elements 10,000 levels deep', dc(nested(10_000)), 'too_deep'],
    ['a text of two million characters', work(2, 'x'.repeat(2_000_000)), 'too_large'],
    [
      'an attribute of two million characters',
      dc(`<dc:title a="${'x'.repeat(2_000_000)}"/>`),
      'too_large',
    ],
    ['a comment of two million characters', dc(`<!--${'x'.repeat(2_000_000)}-->`), 'too_large'],
    ['a name of two million characters', dc(`<${'x'.repeat(2_000_000)}/>`), 'too_large'],
    ['200,000 elements', dc('<dc:subject>x</dc:subject>'.repeat(200_000)), 'too_large'],
    ['no title', dc('<dc:identifier>w2</dc:identifier>'), 'no_content'],
    ['no id', dc('<dc:title>Two</dc:title>'), 'no_id'],
  ])('%s', async (_, bad, reason) => {
    const result = await read(whole(work(1), bad, work(3)));
    expect(result).toMatchObject({
      refused: [],
      sources: [{ read: 3, added: 2, bad: 1, reasons: { [reason]: 1 } }],
    });
    expect(result.bad).toMatchObject([
      { place: expect.stringMatching(/^record 2, line 2$/), reason },
    ]);
  });

  test('elements ten levels deep are a record', async () => {
    const result = await read(
      whole(work(1), dc(`<dc:identifier>w2</dc:identifier><dc:title>Two</dc:title>${nested(10)}`)),
    );
    expect(result).toMatchObject({ sources: [{ added: 2, bad: 0 }] });
  });

  test('names of methods as elements and attributes are names', async () => {
    const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString'];
    const hostile = names.map((name) => `<${name} ${name}="1" b="2">x</${name}>`).join('');
    const result = await read(
      whole(work(1), dc(`<dc:identifier>w2</dc:identifier><dc:title>Two</dc:title>${hostile}`)),
    );
    expect(result).toMatchObject({ sources: [{ added: 2, bad: 0 }] });
    expect(({} as Record<string, unknown>)['b']).toBeUndefined();
  });

  test('a file that is cut off loses its last record, and says so', async () => {
    const xml = whole(work(1), work(2), work(3));
    const inRecord = await read(xml.slice(0, xml.lastIndexOf('<dc:title>') + 12));
    expect(inRecord).toMatchObject({ sources: [{ read: 3, added: 2, reasons: { truncated: 1 } }] });
    const afterRecord = await read(xml.slice(0, xml.lastIndexOf('</records>')));
    expect(afterRecord).toMatchObject({
      sources: [{ read: 4, added: 3, reasons: { truncated: 1 } }],
    });
  });

  test('an error between two records is reported once', async () => {
    const result = await read(whole(work(1), '& & &', work(2)));
    expect(result).toMatchObject({ sources: [{ read: 3, added: 2, reasons: { not_xml: 1 } }] });
  });
});

describe('entities and document types', () => {
  test('an entity bomb expands to nothing: its record is bad, and the others are read', async () => {
    const lines = Array.from(
      { length: 9 },
      (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`,
    );
    const bomb = `<!DOCTYPE records [<!ENTITY e0 "ha">${lines.join('')}]>`;
    const result = await read(bomb + whole(work(1), work(2, '&e9;'), work(3)));
    expect(result).toMatchObject({ sources: [{ added: 2, reasons: { not_xml: 1 } }] });
  });

  test('an external entity is never read', async () => {
    const secret = file('the secret of another file');
    const type = `<!DOCTYPE records [<!ENTITY own SYSTEM "file://${secret}"><!ENTITY % all SYSTEM "http://localhost:9/x.dtd">%all;]>`;
    const result = await read(type + whole(work(1), work(2, '&own;')));
    expect(result).toMatchObject({ sources: [{ added: 1, reasons: { not_xml: 1 } }] });
    expect(JSON.stringify(result.bad)).not.toContain('the secret');
  });

  test('a document type of two million characters is not kept', async () => {
    const type = `<!DOCTYPE records [${'<!ENTITY a "b">'.repeat(130_000)}]>`;
    expect(await read(type + whole(work(1)))).toMatchObject({ sources: [{ added: 1, bad: 0 }] });
  });
});

describe('the encoding of a file is that of its bytes', () => {
  const title = 'Zürich – Œuvre';
  const declared = (encoding: string): string =>
    `<?xml version="1.0" encoding="${encoding}"?>${whole(work(1, title))}`;
  const latin = (text: string): Buffer =>
    Buffer.from(text.replace('–', '-').replace('Œ', 'O'), 'latin1');
  const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

  test.each([
    ['UTF-8', Buffer.from(declared('UTF-8'))],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${declared('UTF-8')}`)],
    ['UTF-8 that says Latin-1', Buffer.from(declared('ISO-8859-1'))],
    ['UTF-8 that says UTF-16', Buffer.from(declared('UTF-16'))],
    ['UTF-16, little-endian with a mark', Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le')],
    ['UTF-16, little-endian without a mark', Buffer.from(declared('UTF-16'), 'utf16le')],
    ['UTF-16, big-endian with a mark', utf16be(`\ufeff${declared('UTF-16')}`)],
    ['UTF-16 that says UTF-8', Buffer.from(`\ufeff${declared('UTF-8')}`, 'utf16le')],
    ['gzip', gzipSync(declared('UTF-8'))],
  ])('%s', async (_, bytes) => {
    expect(await titleOf(bytes)).toBe(title);
  });

  test.each([
    ['Latin-1', latin(declared('ISO-8859-1'))],
    ['Latin-1 that says UTF-8', latin(declared('UTF-8'))],
    [
      'Latin-1 whose head is ASCII',
      latin(
        `<?xml version="1.0" encoding="ISO-8859-1"?>${whole(`<!--${'x'.repeat(60_000)}-->`.repeat(6), work(1, title))}`,
      ),
    ],
  ])('%s', async (_, bytes) => {
    expect(await titleOf(bytes)).toBe('Zürich - Ouvre');
  });

  test('ISO 8859-5, which only the declaration tells', async () => {
    const xml = `<?xml version="1.0" encoding="ISO-8859-5"?>${whole(work(1, 'Москва'))}`;
    const bytes = Buffer.from(
      [...xml].map((char) => (char > '\u0400' ? char.charCodeAt(0) - 0x360 : char.charCodeAt(0))),
    );
    expect(await titleOf(bytes)).toBe('Москва');
  });

  /** Returns the title of the only record in a file. */
  async function titleOf(bytes: Buffer): Promise<string> {
    const titles: string[] = [];
    const opened = await openFile(file(bytes));
    for await (const { raw } of parsedRecordsOf(opened)) titles.push(String(raw?.['dc:title']));
    return titles.join();
  }
});

describe('a file without records is refused with a sentence', () => {
  test.each([
    [
      'html_page',
      '<?xml version="1.0"?>\n<!-- page -->\n<!DOCTYPE html><html><body>no data</body></html>',
      /web page/,
    ],
    [
      'unknown_shape',
      '<rss><channel><item/></channel></rss>',
      /root “rss” holds no record of a known format: Dublin Core/,
    ],
    ['not_xml', '<', /no whole XML document/],
    ['not_xml', '<records', /no whole XML document/],
    ['not_xml', '<records><re', /no whole XML document/],
    ['too_deep', whole(work(1), nested(30_000)), /more than 20,000 elements inside of each other/],
    [
      'no_references',
      '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><error code="noRecordsMatch">none</error></OAI-PMH>',
      /answer of OAI-PMH without records \(noRecordsMatch\)/,
    ],
    [
      'no_references',
      '{"@context":"http://iiif.io/api/presentation/3/context.json","id":"https://m.example/c","type":"Collection","label":{"en":["All"]},"items":[]}',
      /IIIF collection.*fetch the manifests/,
    ],
    ['no_references', '{"@context":"x","@type":"sc:Manifest","label":"Old"}', /API 2/],
    [
      'empty',
      '<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/"><dc:ti',
      /no record that can be read/,
    ],
  ])('%s', async (code, content, sentence) => {
    expect(await read(content)).toMatchObject({
      exit: 1,
      refused: [{ code, sentence: expect.stringMatching(sentence) }],
    });
  });

  test('a name that no source has is refused for a file of a known museum', async () => {
    const row = JSON.stringify({
      id: 1,
      title: 'x',
      main_reference_number: '',
      department_title: '',
      artist_title: '',
    });
    expect(await read(row, 'aicc')).toMatchObject({
      refused: [
        {
          code: 'unknown_source',
          sentence: expect.stringMatching(/no source "aicc".* is of aic:/),
        },
      ],
    });
    expect(await read(whole(work(1)), 'prints')).toMatchObject({
      sources: [{ source: 'prints', added: 1 }],
    });
  });
});

test('a record of 100 MB is reported within 48 MB of memory, and so is the next one read', () => {
  const program = `
    import { XmlRecordSplitter } from ${JSON.stringify(join(import.meta.dirname, 'xml-splitter.ts'))};
    const splitter = new XmlRecordSplitter('big.xml');
    const piece = '<dc:subject>' + 'x'.repeat(64 * 1024) + '</dc:subject>';
    const found = [];
    const push = (text) => { for (const { place, problem } of splitter.push(text)) found.push([place, problem]); };
    push('<records><oai_dc:dc>');
    for (let at = 0; at < 100 * 16; at++) push(piece);
    push('</oai_dc:dc><oai_dc:dc><dc:title>Next</dc:title></oai_dc:dc></records>');
    console.log(JSON.stringify(found));`;
  const flags = ['--max-old-space-size=48', '--input-type=module', '-e', program];
  const found: unknown = JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' }));
  expect(found).toEqual([
    ['record 1, line 1', 'too_large'],
    ['record 2, line 1', null],
  ]);
}, 120_000);
