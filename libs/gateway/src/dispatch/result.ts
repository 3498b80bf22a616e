import { readBody, streamBody, type BlobStore } from '@bridge/blobs';
import type { Action, BodyReference } from '@bridge/contracts';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { ActionResult } from '../dispatch.ts';
import { decodeUtf8, escapeJson } from './json-chunks.ts';

async function* yieldOnce(json: string): AsyncGenerator<string> {
  yield json;
}

function completeResult(json: string): ActionResult {
  return { json, outline: null, chunks: () => yieldOnce(json) };
}

/** A member of an action’s result that is stored as a text: a string as it is, any other value as its JSON. */
interface ResultPropertyStoredAsText {
  readonly ref: BodyReference;
  readonly isString: boolean;
}
/** The members of an action’s result by name: a stored text, or the value itself. */
type ActionResultPropertyMap = ReadonlyMap<
  string,
  ResultPropertyStoredAsText | { readonly value: unknown }
>;

/**
 * Returns a result’s member as the body reference (bytes or object name) that it is. The bus has validated it; another check
 * of up to 350 KB of base64 would double that work.
 */
export function storedBodyOf(result: object, member: string): BodyReference {
  return (result as Readonly<Record<string, BodyReference>>)[member] as BodyReference;
}

/** Returns the members of an action’s result in the order of the output schema, stored texts as references. */
function resultMembersOf(
  { output, bodies }: Pick<Action, 'output' | 'bodies'>,
  result: object,
): ActionResultPropertyMap {
  const members = Object.entries(result).map(([name, value]: [string, unknown]) => {
    const member =
      bodies[name] === 'stored'
        ? { ref: storedBodyOf(result, name), isString: output.shape[name] instanceof z.ZodString }
        : { value };
    return [name, member] as const;
  });
  return new Map(members);
}

/** True for a string that is stored as an object of the blob store. It may be too large for memory, so it is streamed. */
function isStreamed({ ref, isString }: ResultPropertyStoredAsText): boolean {
  return isString && 'object' in ref;
}

async function readMemberJson(
  blobs: BlobStore,
  { ref, isString }: ResultPropertyStoredAsText,
): Promise<string> {
  const bytes = await readBody(blobs, ref);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  // The stored text of a value that is not a string is JSON already.
  return isString ? JSON.stringify(text) : text;
}

/** Reads each member of an action’s result as JSON text, or opens the stream of a large string. */
async function openMembers(
  blobs: BlobStore,
  members: ActionResultPropertyMap,
): Promise<readonly (readonly [string, string | Readable])[]> {
  const opened: (readonly [string, string | Readable])[] = [];
  for (const [name, member] of members) {
    if ('value' in member) opened.push([name, JSON.stringify(member.value)]);
    else if (isStreamed(member)) opened.push([name, (await streamBody(blobs, member.ref)).stream]);
    else opened.push([name, await readMemberJson(blobs, member)]);
  }
  return opened;
}

async function* resultChunks(
  blobs: BlobStore,
  members: ActionResultPropertyMap,
): AsyncGenerator<string> {
  // All streams are opened before the first piece is sent, because an error status can only be sent before it.
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
    // The client may disconnect before all streams are read; the remaining streams must be closed.
    for (const [, member] of opened) if (typeof member !== 'string') member.destroy();
  }
}

/**
 * Replaces the body references (bytes or object names) in an action’s result by their texts. The result is complete in memory
 * when all strings among them are inline (at most 256 KiB each), else streamed from the store after verification.
 */
export async function resolveResult(
  blobs: BlobStore,
  action: Pick<Action, 'output' | 'bodies'>,
  result: object,
): Promise<ActionResult> {
  if (!Object.values(action.bodies).includes('stored'))
    return completeResult(JSON.stringify(result));
  const members = resultMembersOf(action, result);
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
  return { json: null, outline: Object.fromEntries(outline) as ActionResult['outline'], chunks };
}
