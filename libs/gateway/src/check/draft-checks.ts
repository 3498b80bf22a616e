import type { MessageBus } from '@bridge/bus';
import {
  PUBLISHER,
  publicationWarnings,
  type BUILDER,
  type CallPrincipal,
  type DraftVerdict,
  type PublishCheckResult,
} from '@bridge/contracts';
import type { z } from 'zod';

/** The result of builder.get: the record of a draft, with references to its texts. */
export type DraftReadResult = z.output<typeof BUILDER.get.wireOutput>;

/** The caller, request id and deadline of a request for which a draft is checked. */
export interface DraftCheckRequestContext {
  readonly ctx: CallPrincipal;
  readonly requestId: string;
  /** Deadline in ms since the epoch; by default now plus the time budget of a publication. */
  readonly deadline?: number;
}

/**
 * Requests the publisher’s verdict on a draft: its mode (portable or online), whether it works offline, and its warnings.
 * Throws service_unavailable when the publisher service is unavailable or busy.
 */
export async function requestVerdict(
  bus: MessageBus,
  { website, raw_html: body, layers }: DraftReadResult,
  call: DraftCheckRequestContext,
): Promise<DraftVerdict> {
  const { page_id, title } = website;
  const input = { page_id, title, body, layers };
  return (await bus.request(PUBLISHER.check, { ...call, input })).result;
}

/**
 * Requests the publisher’s verdict (the result of its check) on the HTML of a website and on the layers that the editor
 * stores beside the HTML, with the position of each warning.
 */
export async function requestPlacedVerdict(
  bus: MessageBus,
  input: Omit<z.input<typeof PUBLISHER.check.wireInput>, 'with_places'>,
  call: DraftCheckRequestContext,
): Promise<z.output<typeof PUBLISHER.check.wireOutput>> {
  const request = { ...call, input: { ...input, with_places: true } };
  return (await bus.request(PUBLISHER.check, request)).result;
}

/**
 * Returns the publication check of a draft: the publisher’s verdict and all warnings that a publication would give, including
 * those about the website’s visibility.
 */
export function checkOf({ website }: DraftReadResult, verdict: DraftVerdict): PublishCheckResult {
  const { publication_mode, offline_ready, secrets, found, empty } = verdict;
  return {
    draft_revision: website.draft_revision,
    publication_mode,
    offline_ready,
    ...publicationWarnings(website, verdict),
    secrets,
    ...(found === undefined ? {} : { found }),
    empty,
  };
}
