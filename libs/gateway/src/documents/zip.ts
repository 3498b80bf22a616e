import { crc32 } from 'node:zlib';

/** A file of an archive: name with forward slashes, from a fixed safe alphabet. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const VERSION_NEEDED = 20;
const MADE_BY_UNIX = (3 << 8) | VERSION_NEEDED;
/** 1980-01-01, the first day a zip can tell: the same content is the same file, whenever it is made. */
const DOS_DATE = 0x21;
/** Regular file, rw-r--r--. */
const MODE = 0o100_644;
const UTF8_NAMES = 0x0800;

/** The fields that local and central header share, from "version needed" on. */
function shared(entry: ZipEntry, name: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(VERSION_NEEDED, 0);
  fields.writeUInt16LE(UTF8_NAMES, 2);
  fields.writeUInt16LE(0, 4);
  fields.writeUInt16LE(0, 6);
  fields.writeUInt16LE(DOS_DATE, 8);
  fields.writeUInt32LE(crc32(entry.bytes), 10);
  fields.writeUInt32LE(entry.bytes.byteLength, 14);
  fields.writeUInt32LE(entry.bytes.byteLength, 18);
  fields.writeUInt16LE(name.byteLength, 22);
  fields.writeUInt16LE(0, 24);
  return fields;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function centralTail(offset: number): Buffer {
  const fields = Buffer.alloc(14);
  fields.writeUInt32LE((MODE << 16) >>> 0, 6);
  fields.writeUInt32LE(offset, 10);
  return fields;
}

/**
 * Makes a zip of a few small files, stored, not compressed: the same files give the same bytes on every machine and
 * every version of zlib. Names must be unique.
 */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8');
    const fields = shared(entry, name);
    const local = Buffer.concat([uint32(LOCAL_HEADER), fields, name, entry.bytes]);
    const madeBy = Buffer.alloc(2);
    madeBy.writeUInt16LE(MADE_BY_UNIX);
    directory.push(uint32(CENTRAL_HEADER), madeBy, fields, centralTail(offset), name);
    parts.push(local);
    offset += local.byteLength;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_OF_DIRECTORY, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.byteLength, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}
