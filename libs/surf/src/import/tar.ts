import { type Item, jsonItem, type KnownTexts, RECORD_BYTES_MAX } from './item.ts';

const BLOCK = 512;
const REGULAR = new Set(['0', '\0', '7']);
const LONG_NAME_MAX = 4_096;

/** Whether a block is the header of a tar member. */
export function isTar(head: Buffer): boolean {
  return (
    head.length >= BLOCK && head.toString('latin1', 257, 262) === 'ustar' && checksumHolds(head)
  );
}

function checksumHolds(block: Buffer): boolean {
  let sum = 0;
  for (let at = 0; at < BLOCK; at++) sum += at >= 148 && at < 156 ? 0x20 : (block[at] ?? 0);
  return sum === octal(block, 148, 8);
}

function octal(block: Buffer, at: number, length: number): number {
  // Sizes over 8 GiB are written in base 256.
  if (((block[at] ?? 0) & 0x80) !== 0) {
    let value = (block[at] ?? 0) & 0x7f;
    for (let next = at + 1; next < at + length; next++) value = value * 256 + (block[next] ?? 0);
    return value;
  }
  return (
    Number.parseInt(block.toString('latin1', at, at + length).replace(/[\0 ].*$/s, ''), 8) || 0
  );
}

function text(block: Buffer, at: number, length: number): string {
  const end = block.indexOf(0, at);
  return block.toString('utf8', at, end === -1 || end > at + length ? at + length : end);
}

/** Reads so many bytes at a time from chunks of any size. */
class Source {
  readonly #chunks: AsyncIterator<Buffer>;
  #have: Buffer = Buffer.alloc(0);
  offset = 0;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async #more(): Promise<boolean> {
    const next = await this.#chunks.next();
    if (next.done === true) return false;
    this.#have = this.#have.length === 0 ? next.value : Buffer.concat([this.#have, next.value]);
    return true;
  }

  /** Ready bytes without waiting; null when there are too few. */
  ready(size: number): Buffer | null {
    if (this.#have.length < size) return null;
    const taken = this.#have.subarray(0, size);
    this.#have = this.#have.subarray(size);
    this.offset += size;
    return taken;
  }

  async take(size: number): Promise<Buffer | null> {
    while (this.#have.length < size) if (!(await this.#more())) return null;
    return this.ready(size);
  }

  async skip(size: number): Promise<boolean> {
    let left = size;
    while (left > 0) {
      if (this.#have.length === 0 && !(await this.#more())) return false;
      const step = Math.min(left, this.#have.length);
      this.#have = this.#have.subarray(step);
      this.offset += step;
      left -= step;
    }
    return true;
  }
}

/** A name that stays inside the archive: no root, no drive, no way up. */
function isInside(name: string): boolean {
  return !/^(?:[/\\]|[A-Za-z]:)/.test(name) && !name.split(/[/\\]/).includes('..');
}

/**
 * The JSON members of a tar, one at a time. Directories, links, members of other names and names that lead outside are
 * left out; a member that is cut off is reported as truncated and ends the archive.
 */
export async function* tarItems(
  chunks: AsyncIterable<Buffer>,
  known?: KnownTexts,
): AsyncGenerator<Item> {
  const source = new Source(chunks);
  let longName: string | null = null;
  for (;;) {
    const header = source.ready(BLOCK) ?? (await source.take(BLOCK));
    if (header === null || header.every((byte) => byte === 0)) return;
    const offset = source.offset;
    if (!checksumHolds(header)) {
      yield { raw: null, text: '', place: 'header', offset, problem: 'truncated' };
      return;
    }
    const size = octal(header, 124, 12);
    const padded = Math.ceil(size / BLOCK) * BLOCK;
    const kind = String.fromCharCode(header[156] ?? 0);
    const name: string =
      longName ??
      [text(header, 345, 155), text(header, 0, 100)].filter((part) => part !== '').join('/');
    longName = null;
    if ((kind === 'L' || kind === 'x') && size <= LONG_NAME_MAX * 2) {
      const body = await source.take(padded);
      if (body === null) return;
      longName =
        kind === 'L'
          ? text(body, 0, size)
          : (/^\d+ path=(.*)$/m.exec(body.toString('utf8', 0, size))?.[1] ?? null);
      continue;
    }
    const wanted = REGULAR.has(kind) && /\.json$/i.test(name) && isInside(name);
    if (!wanted || size > RECORD_BYTES_MAX) {
      if (wanted) yield { raw: null, text: '', place: name, offset, problem: 'too_large' };
      if (!(await source.skip(padded))) return;
      continue;
    }
    const body = source.ready(padded) ?? (await source.take(padded));
    if (body === null) {
      yield { raw: null, text: '', place: name, offset, problem: 'truncated' };
      return;
    }
    yield jsonItem(body.toString('utf8', 0, size), name, offset, known);
  }
}
