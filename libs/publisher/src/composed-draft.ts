import { readBody, type BlobStore } from '@bridge/blobs';
import {
  compose,
  layers as layersSchema,
  type BodyReference,
  type PublicLinkBuilder,
} from '@bridge/contracts';
import type { LayerPositionInPage } from './secrets/index.ts';
import type { PublishedPageAddress } from './verdict/model/index.ts';

/**
 * A page as UTF-8, composed of the HTML of a draft and its visible layers (HTML or CSS that the editor stores beside it), with
 * the position of each layer in the page.
 */
export interface PageWithLayerPositions {
  readonly page: Uint8Array;
  readonly layers: readonly LayerPositionInPage[];
}

const draftDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Reads the HTML and the layers of a draft (HTML or CSS that the editor stores beside it) and composes them into one page.
 * Throws the errors of the blob store.
 */
export async function readComposed(
  blobs: BlobStore,
  draft: { readonly body: BodyReference; readonly layers: BodyReference },
): Promise<PageWithLayerPositions> {
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

/**
 * Returns the address at which a website is published and the hosts of this service. The verdict on the page depends on them.
 */
export function pageAddress(
  { live, base, content }: PublicLinkBuilder,
  pageId: number,
): PublishedPageAddress {
  return { liveUrl: live(pageId), ownHosts: [new URL(base).host, new URL(content).host] };
}
