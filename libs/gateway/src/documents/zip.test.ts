import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeZip, type ZipEntry } from './zip.ts';

/** Reads an archive with another's reader, which checks names, sizes and the CRC of each file. */
async function readZip(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, strictFileNames: true }, (error, opened) =>
      error === null ? resolve(opened) : reject(error),
    );
  });
  const files = new Map<string, string>();
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error !== null) return reject(error);
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('error', reject);
        stream.on('end', () => {
          files.set(entry.fileName, Buffer.concat(parts).toString('base64'));
          zip.readEntry();
        });
      });
    });
    zip.readEntry();
  });
  return files;
}

describe('a zip of small files', () => {
  it('gives back every file as it was put in', async () => {
    const name = fc.stringMatching(/^[a-z]{1,8}(?:\/[a-zA-Z.-]{1,8}z)?$/);
    const entries = fc.uniqueArray(fc.record({ name, bytes: fc.uint8Array({ maxLength: 300 }) }), {
      selector: (entry: ZipEntry) => entry.name,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(entries, async (files) => {
        const read = await readZip(makeZip(files));
        expect([...read]).toEqual(
          files.map((file) => [file.name, Buffer.from(file.bytes).toString('base64')]),
        );
      }),
      { numRuns: 50 },
    );
  });

  it('is the same bytes every time', () => {
    const files = [{ name: 'a.txt', bytes: Buffer.from('ä') }];
    expect(makeZip(files).equals(makeZip(files))).toBe(true);
  });
});
