import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { zstdDecompressSync } from 'node:zlib';
import { CsvRowSplitter } from './csv.ts';
import { parseRecordText, RECORD_BYTES_MAX, type RecordParserOptions } from './parse-record.ts';
import { JsonLinesRecordSplitter } from './json-lines.ts';
import { JsonRecordSplitter } from './json-splitter.ts';
import { OriginalRecordTextsBuffer } from './originals.ts';
import type { RecordText, RecordSplitter } from './record-text.ts';
import { TarSplitter } from './tar.ts';
import { tarOf } from './tar.fixture.ts';

describe('reading', () => {
  /** Returns all records of a text that arrives in chunks of these sizes. */
  const all = (
    text: string,
    sizes: readonly number[],
    splitter: RecordSplitter<string>,
    parser: RecordParserOptions,
  ): unknown[] => {
    const raws: unknown[] = [];
    const take = (recordTexts: ReturnType<typeof splitter.push>): void => {
      for (const piece of recordTexts) raws.push(parseRecordText(piece, parser).raw);
    };
    let at = 0;
    for (let turn = 0; at < text.length; turn++) {
      const size = sizes[turn % Math.max(1, sizes.length)] ?? 1;
      take(splitter.push(text.slice(at, at + size)));
      at += size;
    }
    take(splitter.end());
    return raws;
  };
  const cuts = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 9 });

  test('JSON gives the same records for every division into chunks', () => {
    const record = fc.dictionary(
      fc.string(),
      fc.oneof(fc.string(), fc.integer(), fc.constant('"}],[{\\')),
      { maxKeys: 4, noNullPrototype: true },
    );
    fc.assert(
      fc.property(fc.array(record, { maxLength: 6 }), cuts, (records, sizes) => {
        const splitter = new JsonRecordSplitter('x');
        expect(all(JSON.stringify(records), sizes, splitter, { kind: 'json' })).toEqual(records);
      }),
    );
  });

  test('JSON gives each value that is no object as a record that cannot be read, for every division into chunks', () => {
    const value = fc.oneof(
      fc.constantFrom(null, true, -1.5e-7, 'a{b', '"]\\', [1, ['x']]),
      fc.record({ id: fc.integer() }),
    );
    fc.assert(
      fc.property(fc.array(value, { maxLength: 6 }), cuts, (values, sizes) => {
        const isObject = (one: unknown): boolean =>
          typeof one === 'object' && one !== null && !Array.isArray(one);
        const expected = values.map((one) => (isObject(one) ? one : null));
        const parser: RecordParserOptions = { kind: 'json' };
        for (const text of [JSON.stringify(values), JSON.stringify(values, null, 1)])
          expect(all(text, sizes, new JsonRecordSplitter('x'), parser)).toEqual(expected);
        const others = values.filter((one) => !Array.isArray(one));
        const lines = ['{"id":0}', ...others.map((one) => JSON.stringify(one))];
        const text = lines.join('\n');
        expect(all(text, sizes, new JsonRecordSplitter('x'), parser)).toHaveLength(lines.length);
      }),
    );
  });

  test('JSON lines have their offsets in the file also after lines that are too large', () => {
    const large = `{"id":"${'x'.repeat(5 * RECORD_BYTES_MAX)}"}`;
    const lines = ['{"id":1}', large, '{"id":2}', large, '{"id":3}'];
    const text = lines.join('\n');
    const splitter = new JsonLinesRecordSplitter();
    const offsets: number[] = [];
    for (let at = 0; at < text.length; at += 300_000)
      for (const { offset } of splitter.push(text.slice(at, at + 300_000))) offsets.push(offset);
    for (const { offset } of splitter.end()) offsets.push(offset);
    expect(offsets.map((at) => text.slice(at, at + 6))).toEqual(
      lines.map((line) => line.slice(0, 6)),
    );
    expect(offsets.at(-1)).toBe(text.lastIndexOf('{'));
  });

  test('CSV gives the same cells for every division into chunks', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'b', '"', ',', '\n', ' ', 'é') });
    const parser: RecordParserOptions = { kind: 'csv', columns: ['one', 'two'], delimiter: ',' };
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 6 }), cuts, (rows, sizes) => {
        const line = (cells: readonly string[]): string =>
          cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(',');
        const text = [['one', 'two'], ...rows].map(line).join('\n');
        expect(all(text, sizes, new CsvRowSplitter(), parser)).toEqual(
          rows.map(([one, two]) => ({ one, two })),
        );
      }),
    );
  });

  test('a tar gives the same members at the same offsets for every division into chunks', () => {
    const long = `${'folder/'.repeat(20)}long.json`;
    const member = fc.record({
      name: fc.constantFrom('a.json', 'b.json', 'notes.txt', '../out.json'),
      body: fc.string({ maxLength: 1_200 }),
    });
    const sizes = fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 9 });
    const told = (bytes: Buffer, cuts: readonly number[]): unknown[] => {
      const splitter = new TarSplitter();
      const found: unknown[] = [];
      // The text of a record is valid only until the next chunk, so it is copied here.
      const take = (recordTexts: Iterable<RecordText>): void => {
        for (const { text, ...rest } of recordTexts) found.push({ ...rest, text: String(text) });
      };
      for (let at = 0, turn = 0; at < bytes.length; turn++) {
        const size = cuts[turn % cuts.length] ?? 1;
        take(splitter.push(bytes.subarray(at, at + size)));
        at += size;
      }
      take(splitter.end());
      return found;
    };
    fc.assert(
      fc.property(fc.array(member, { maxLength: 5 }), sizes, (members, cuts) => {
        const named = { name: '././@LongLink', body: `${long}\0`, type: 'L' };
        const bytes = tarOf([...members, named, { name: 'cut.json', body: '{"a":1}' }]);
        const whole = told(bytes, [bytes.length]);
        expect(told(bytes, cuts)).toEqual(whole);
        expect(whole.at(-1)).toMatchObject({ place: long, text: '{"a":1}' });
        expect(whole.map((one) => (one as RecordText).text)).toEqual([
          ...members.filter(({ name }) => /^[ab]/.test(name)).map(({ body }) => body),
          '{"a":1}',
        ]);
        const cut = bytes.subarray(0, bytes.length - 1_024 - 512);
        expect(told(cut, cuts).at(-1)).toMatchObject({ place: long, problem: 'truncated' });
      }),
      { numRuns: 60 },
    );
  });

  test('the original of each record is kept byte for byte', async () => {
    const originals = new OriginalRecordTextsBuffer();
    const texts = ['{\n  "title": "Ästhetik"\n}', 'x'.repeat(2_000_000), ''];
    for (const [at, text] of texts.entries()) originals.add(`moma:${at}`, Buffer.from(text));
    let rest = zstdDecompressSync(await originals.packed());
    for (const [at, text] of texts.entries()) {
      const head = `moma:${at}\t${Buffer.byteLength(text)}\n`;
      expect(rest.toString('utf8', 0, head.length)).toBe(head);
      rest = rest.subarray(head.length);
      expect(rest.toString('utf8', 0, Buffer.byteLength(text) + 1)).toBe(`${text}\n`);
      rest = rest.subarray(Buffer.byteLength(text) + 1);
    }
    expect(rest.length).toBe(0);
  });
});
