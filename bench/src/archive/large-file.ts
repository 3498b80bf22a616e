import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';

const BLOCK = 512;
const RECORDS_MAX = 20_000;

/** Returns the texts of the first JSON files (at most RECORDS_MAX) in a .tar.gz file. */
async function recordsOf(tar: string): Promise<string[]> {
  const whole = await buffer(createReadStream(tar).pipe(createGunzip()));
  const texts: string[] = [];
  for (let at = 0; at + BLOCK <= whole.length && texts.length < RECORDS_MAX;) {
    const size = Number.parseInt(whole.toString('latin1', at + 124, at + 135), 8) || 0;
    const text = whole.toString('utf8', at + BLOCK, at + BLOCK + size);
    if (text.startsWith('{')) texts.push(text);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return texts;
}

/** Writes a JSON file of about `bytes` bytes that repeats real records with new ids. */
export async function largeFile(tar: string, path: string, bytes: number): Promise<void> {
  const records = await recordsOf(tar);
  const out = createWriteStream(path);
  let written = 0;
  for (let round = 0; written < bytes; round++) {
    for (const text of records) {
      const own = text.replace(/"ObjectID":\s*"?(\d+)"?/, `"ObjectID": "${round}-$1"`);
      const piece = `${written === 0 ? '[' : ',\n'}${own}`;
      written += Buffer.byteLength(piece);
      if (!out.write(piece)) await once(out, 'drain');
      if (written >= bytes) break;
    }
  }
  out.end(']\n');
  await once(out, 'close');
}

/** Deletes the file that `largeFile` wrote. */
export function removeLargeFile(path: string): void {
  rmSync(path, { force: true });
}
