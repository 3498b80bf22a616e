import { readBody, streamBody, type BlobStore } from '@bridge/blobs';
import { bodyRef, type Action, type BodyRef } from '@bridge/contracts';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Result } from '../dispatch.ts';
import { decodeUtf8, escapeJson } from './json-chunks.ts';

async function* once(json: string): AsyncGenerator<string> {
  yield json;
}

function completeResult(json: string): Result {
  return { json, outline: null, chunks: () => once(json) };
}

/** A stored member of a result; one that is no string is stored as JSON text. */
interface StoredMember {
  readonly ref: BodyRef;
  readonly isString: boolean;
}
type Members = ReadonlyMap<string, StoredMember | { readonly value: unknown }>;

/** The members of a result in the order of the output schema, stored ones as the references that the service answered. */
function membersOf({ output, bodies }: Pick<Action, 'output' | 'bodies'>, result: object): Members {
  const members = Object.entries(result).map(([name, value]: [string, unknown]) => {
    const member =
      bodies[name] === 'stored'
        ? { ref: bodyRef.parse(value), isString: output.shape[name] instanceof z.ZodString }
        : { value };
    return [name, member] as const;
  });
  return new Map(members);
}

/** True for a string that is an object in the store: it may be too large to be held. */
function isStreamed({ ref, isString }: StoredMember): boolean {
  return isString && 'object' in ref;
}

async function jsonOf(blobs: BlobStore, { ref, isString }: StoredMember): Promise<string> {
  const bytes = await readBody(blobs, ref);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  // What is stored as JSON text is not parsed to be written again.
  return isString ? JSON.stringify(text) : text;
}

/** Each member as its JSON text, or as the opened stream of its string. */
async function openMembers(
  blobs: BlobStore,
  members: Members,
): Promise<readonly (readonly [string, string | Readable])[]> {
  const opened: (readonly [string, string | Readable])[] = [];
  for (const [name, member] of members) {
    if ('value' in member) opened.push([name, JSON.stringify(member.value)]);
    else if (isStreamed(member)) opened.push([name, (await streamBody(blobs, member.ref)).stream]);
    else opened.push([name, await jsonOf(blobs, member)]);
  }
  return opened;
}

async function* resultChunks(blobs: BlobStore, members: Members): AsyncGenerator<string> {
  // All are opened before the first piece, so that a store that is away is still told as a refusal.
  const opened = await openMembers(blobs, members);
  try {
    let lead = '{';
    for (const [name, member] of opened) {
      const before = `${lead}${JSON.stringify(name)}:`;
      lead = ',';
      if (typeof member === 'string') {
        yield before + member;
        continue;
      }
      yield `${before}"`;
      yield* escapeJson(decodeUtf8(member));
      yield '"';
    }
    yield '}';
  } finally {
    // A reader may go away before it asked for a single byte of them.
    for (const [, member] of opened) if (typeof member !== 'string') member.destroy();
  }
}

/**
 * The result of an action with its stored bodies put back in: complete in memory when all strings among them ride inside
 * the message (at most 256 KiB each), else streamed from the store after they were verified.
 */
export async function resultOf(
  blobs: BlobStore,
  action: Pick<Action, 'output' | 'bodies'>,
  result: object,
): Promise<Result> {
  if (!Object.values(action.bodies).includes('stored'))
    return completeResult(JSON.stringify(result));
  const members = membersOf(action, result);
  const chunks = (): AsyncIterable<string> => resultChunks(blobs, members);
  const isHeld = [...members.values()].every((member) => 'value' in member || !isStreamed(member));
  if (isHeld) {
    let json = '';
    for await (const piece of chunks()) json += piece;
    return completeResult(json);
  }
  const outline = [...members].map(([name, member]) => {
    if ('value' in member) return [name, member.value];
    const { bytes, chars, sha256 } = member.ref;
    return [name, { bytes, chars, sha256 }];
  });
  return { json: null, outline: Object.fromEntries(outline) as Result['outline'], chunks };
}
