import { readBody, type BlobStore } from '@bridge/blobs';
import type { MessageBus } from '@bridge/bus';
import {
  BUILDER,
  compose,
  GATEWAY,
  layers as layersSchema,
  PUBLISHER,
  type WireInput,
} from '@bridge/contracts';
import { BridgeError, type CommonModuleDeps } from '@bridge/kernel';
import {
  bytesRepresentation,
  OWNER_MARK,
  type PreviewTokenSigner,
  type EntityRepresentation,
} from '@bridge/web';
import { LRUCache } from 'lru-cache';
import { makeVisitorCaller, type ServiceCallerForVisitors } from '../facts/public-facts.ts';
import type { StoredObjectReader } from '../stored-bytes.ts';

/** Time in ms for which it is cached whether an agent key is active. Spec: drafts.preview-revoked. */
const ALIVE_MS = 5_000;
const MARKS_MAX = 5_000;
/** Timeout of a request to check a draft, in ms; checking a large draft takes seconds. */
const VERDICT_MS_MAX = 20_000;
const VERDICTS_MAX = 2_000;
/** Maximum size of all cached pages that were composed of a draft's HTML and its layers, in bytes. */
const COMPOSED_BYTES_MAX = 32 * 1024 * 1024;
/** Maximum number of pages that are composed at the same time. */
const COMPOSITIONS_MAX = 4;

/** The title of a revision of a draft, and references to its stored HTML and layers (HTML, CSS or notes beside the draft). */
type RevisionBodyReferences = Omit<WireInput<typeof PUBLISHER.check>, 'page_id' | 'with_places'>;

/** The results of the publication check of a draft on which the Content-Security-Policy of its preview depends. */
interface PreviewContentPolicyInputs {
  readonly offlineReady: boolean;
  readonly externalForm: boolean;
}

/** A revision of a draft as its preview shows it. */
export interface PreviewedRevision extends PreviewContentPolicyInputs {
  readonly sha256: string;
  readonly content: EntityRepresentation;
  /** True when the helper script for the owner's console is appended to the page. */
  readonly hasHelper: boolean;
}

/** Finds the previews of drafts by their tokens. */
export interface DraftPreviewFinder {
  /**
   * Returns the page that a preview token names. Returns null for an invalid token, a revoked or expired key, and a revision
   * that no longer exists. Throws service_unavailable while a service does not answer.
   */
  find(token: string): Promise<PreviewedRevision | null>;
}

/** The dependencies of the previews of drafts on the content origin. */
export interface PreviewsDeps extends Pick<CommonModuleDeps, 'clock' | 'ids'> {
  /** Checks preview tokens; null when no secret is configured, and then no token is valid. */
  readonly tokens: PreviewTokenSigner | null;
  readonly bus: MessageBus;
  readonly blobs: BlobStore;
  readonly stored: StoredObjectReader;
}

/**
 * Makes a function that returns true while the agent key that made a preview is active. `mark` is the beginning of the key's
 * hash, from the preview token. OWNER_MARK, in the preview of an owner, always counts as active.
 */
function openLiveness(
  request: ServiceCallerForVisitors,
  clock: Pick<CommonModuleDeps['clock'], 'monotonic'>,
) {
  const marks = new LRUCache<string, { readonly at: number; readonly alive: boolean }>({
    max: MARKS_MAX,
  });
  return async (mark: string): Promise<boolean> => {
    if (mark === OWNER_MARK) return true;
    const known = marks.get(mark);
    // The age of a cached answer counts from the start of its request, so a revocation after that start takes effect within
    // ALIVE_MS.
    const at = clock.monotonic();
    if (known !== undefined && at - known.at < ALIVE_MS) return known.alive;
    const { alive } = await request(GATEWAY.keyAlive, { key_mark: mark });
    marks.set(mark, { at, alive });
    return alive;
  };
}

/** Makes a function that requests the publication check of a draft from the publisher service and caches the result. */
function openVerdicts(request: ServiceCallerForVisitors) {
  const verdicts = new LRUCache<string, PreviewContentPolicyInputs>({ max: VERDICTS_MAX });
  return async (
    pageId: number,
    draft: RevisionBodyReferences,
  ): Promise<PreviewContentPolicyInputs> => {
    const key = `${pageId} ${draft.body.sha256} ${draft.layers.sha256}`;
    const known = verdicts.get(key);
    if (known !== undefined) return known;
    const found = await request(PUBLISHER.check, { page_id: pageId, ...draft }, VERDICT_MS_MAX);
    const verdict = { offlineReady: found.offline_ready, externalForm: found.external_form };
    verdicts.set(key, verdict);
    return verdict;
  };
}

/**
 * Makes a function that composes the HTML and the layers of a draft (HTML and CSS stored beside it) to a page, and caches the
 * page.
 */
function openCompositions(blobs: BlobStore) {
  const composed = new LRUCache<string, Uint8Array>({
    maxSize: COMPOSED_BYTES_MAX,
    sizeCalculation: (bytes) => bytes.byteLength + 1,
  });
  let open = 0;
  return async (draft: RevisionBodyReferences, layersText: Uint8Array): Promise<Uint8Array> => {
    const key = `${draft.body.sha256} ${draft.layers.sha256}`;
    const known = composed.get(key);
    if (known !== undefined) return known;
    if (open >= COMPOSITIONS_MAX) throw new BridgeError('service_unavailable', {});
    open += 1;
    try {
      const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
      const html = decoder.decode(await readBody(blobs, draft.body));
      const layers = layersSchema.parse(JSON.parse(decoder.decode(layersText)));
      const page = Buffer.from(compose(html, layers).text, 'utf8');
      composed.set(key, page);
      return page;
    } finally {
      open -= 1;
    }
  };
}

/** Makes the object that finds the previews of drafts for requests to this process. Spec: drafts.preview. */
export function openPreviews({
  tokens,
  bus,
  blobs,
  stored,
  clock,
  ids,
}: PreviewsDeps): DraftPreviewFinder {
  const request = makeVisitorCaller(bus, { clock, ids });
  const isAlive = openLiveness(request, clock);
  const verdictOf = openVerdicts(request);
  const composePage = openCompositions(blobs);
  const contentOf = async (draft: RevisionBodyReferences): Promise<EntityRepresentation> => {
    const { body } = draft;
    const layers = await readBody(blobs, draft.layers);
    // The JSON text of an empty list of layers, `[]`, has two bytes. Then the HTML alone is the page.
    if (layers.byteLength > 2) return bytesRepresentation(await composePage(draft, layers));
    return 'object' in body ? stored(body) : bytesRepresentation(await readBody(blobs, body));
  };
  return {
    find: async (token) => {
      const facts = tokens?.read(token, clock.now()) ?? null;
      if (facts === null || !(await isAlive(facts.keyMark))) return null;
      const { of, pageId, revision, keyMark } = facts;
      // Only an owner's preview has the helper script. A preview by an agent key has the exact bytes of the page, whatever its
      // token claims.
      const hasHelper = facts.hasHelper === true && keyMark === OWNER_MARK;
      const input = { page_id: pageId, revision, unsaved: of === 'unsaved' };
      const { draft } = await request(BUILDER.preview, input);
      if (draft === null) return null;
      const verdict = await verdictOf(pageId, draft);
      const sha256 = `${draft.body.sha256}-${draft.layers.sha256}`;
      return { ...verdict, sha256, hasHelper, content: await contentOf(draft) };
    },
  };
}
