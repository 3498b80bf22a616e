import { readBody, type BlobStore } from '@bridge/blobs';
import { compose, layers as layersSchema, type BodyRef, type Links } from '@bridge/contracts';
import type { LayerSpan } from './secrets/index.ts';
import type { PageAddress } from './verdict/model/index.ts';

/** A draft composed with its visible layers, as UTF-8, and the offset of each layer. */
export interface ComposedDraft {
  readonly page: Uint8Array;
  readonly layers: readonly LayerSpan[];
}

const draftDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Reads the stored texts of a draft and composes them. Throws the errors of the blob store. */
export async function readComposed(
  blobs: BlobStore,
  draft: { readonly body: BodyRef; readonly layers: BodyRef },
): Promise<ComposedDraft> {
  const [body, stored] = await Promise.all([
    readBody(blobs, draft.body),
    readBody(blobs, draft.layers),
  ]);
  const layers = layersSchema.parse(JSON.parse(draftDecoder.decode(stored)));
  if (!layers.some(({ visible, kind }) => visible && kind !== 'note'))
    return { page: body, layers: [] };
  const composed = compose(draftDecoder.decode(body), layers);
  return { page: Buffer.from(composed.text, 'utf8'), layers: composed.layers };
}

/** Returns the addresses against which a website is judged. */
export function pageAddress({ live, base, content }: Links, pageId: number): PageAddress {
  return { liveUrl: live(pageId), ownHosts: [new URL(base).host, new URL(content).host] };
}
