import { bodyOf } from '@bridge/blobs';
import type { ServiceCallContext } from '@bridge/bus';
import {
  ACCOUNT,
  BUILDER,
  LIMITS,
  PUBLISHER,
  type WireInput,
  type WireOutput,
  type GENERATOR,
} from '@bridge/contracts';
import { BackOff, BridgeError, failpoint, isBridgeError } from '@bridge/kernel';
import type { GeneratorDeps } from './deps.ts';
import type { GeneratedWebPage } from './provider.ts';

/** Credits set aside for one generation of a draft. Only this process may charge or release them until the lease ends. */
export type CreditHold = Extract<WireOutput<typeof ACCOUNT.creditsHold>, { state: 'go' }>;

/** The input of the action `pages.generate`: prompt, title and World (public identity) of the website to create. */
type WebsiteGenerationInput = WireInput<typeof GENERATOR.pagesGenerate>;

/** The result of the action `pages.generate`: the created website, the credits that it cost, and the model that wrote it. */
type WebsiteGenerationResult = WireOutput<typeof BUILDER.generateCommit>;

const COMMIT_TRY_MS = 5_000;
const COMMIT_BACK_OFF = { firstMs: 50, longestMs: 2_000 };
const RELEASE_MS = 5_000;
/**
 * Placeholder for the id of the website, which does not exist yet. The check uses the id only to recognise links to the page
 * itself.
 */
const UNKNOWN_PAGE_ID = 1;

async function inlineBody(
  text: string,
): Promise<WireInput<typeof BUILDER.generateCommit>['raw_html']> {
  const { bytes, sha256, chars, newline } = await bodyOf(text);
  const inline = Buffer.from(bytes).toString('base64');
  return { inline, bytes: bytes.byteLength, sha256, chars, newline };
}

/**
 * Throws provider_failed when the generated page contains a secret, such as a key. A publication of the page would be refused
 * too.
 */
async function refuseSecrets(
  { request }: GeneratorDeps,
  title: string,
  body: WireInput<typeof BUILDER.generateCommit>['raw_html'],
  { ctx, requestId }: ServiceCallContext,
): Promise<void> {
  const { result } = await request(PUBLISHER.check, {
    ctx,
    requestId,
    input: { page_id: UNKNOWN_PAGE_ID, title, body, layers: await inlineBody('[]') },
  });
  if (result.secrets > 0)
    throw new BridgeError('provider_failed', { reason: 'unusable' }, { cause: 'a secret' });
}

/**
 * Stores the draft and charges the credits in one transaction of the builder service. Repeats the request for up to
 * `generateCommitMs` when its outcome is unknown or that service is unavailable; a repeated request returns the first result.
 * Afterwards it throws outcome_unknown, or service_unavailable when no attempt can have had an effect.
 */
async function commitPage(
  { request, clock }: GeneratorDeps,
  held: CreditHold,
  input: WebsiteGenerationInput,
  raw_html: WireInput<typeof BUILDER.generateCommit>['raw_html'],
  model: string,
  { ctx, requestId }: ServiceCallContext,
): Promise<WebsiteGenerationResult> {
  const { hold_id, attempt } = held;
  const { word, title, idempotency_key } = input;
  const until = clock.now() + LIMITS.generateCommitMs;
  const backOff = new BackOff(clock, until, COMMIT_BACK_OFF);
  let isUnknown = false;
  for (;;) {
    try {
      await failpoint('generate.before-commit');
      const { result } = await request(BUILDER.generateCommit, {
        ctx,
        requestId,
        input: { hold_id, attempt, word, title, raw_html, model, idempotency_key },
        deadline: Math.min(until, clock.now() + COMMIT_TRY_MS),
      });
      await failpoint('generate.after-commit');
      return result;
    } catch (error) {
      const isLost = isBridgeError(error, 'outcome_unknown');
      if (!isLost && !isBridgeError(error, 'service_unavailable')) throw error;
      isUnknown ||= isLost;
      if (!(await backOff.pause()))
        throw isUnknown ? new BridgeError('outcome_unknown', {}, { cause: error }) : error;
    }
  }
}

async function release(
  { request, clock, log }: GeneratorDeps,
  { hold_id, attempt }: CreditHold,
  { ctx, requestId }: ServiceCallContext,
): Promise<void> {
  const deadline = clock.now() + RELEASE_MS;
  await request(ACCOUNT.creditsRelease, {
    ctx,
    requestId,
    deadline,
    input: { hold_id, attempt },
  }).catch(
    // A periodic sweep of expired holds releases the credits later, when the lease of this hold has ended.
    (error: unknown) => log.warn({ err: error, hold_id }, 'hold_not_released'),
  );
}

/**
 * Requests a page from the language model, checks it, stores it as a draft and charges the credits. A failure before that
 * releases the credits. When the outcome of storing is unknown, they stay set aside until they are charged or the lease ends.
 */
export async function produceDraft(
  deps: GeneratorDeps,
  write: (signal: AbortSignal) => Promise<GeneratedWebPage>,
  held: CreditHold,
  input: WebsiteGenerationInput,
  call: ServiceCallContext,
): Promise<WebsiteGenerationResult> {
  try {
    await failpoint('generate.after-hold');
    const page = await write(deps.stopping);
    await failpoint('generate.after-provider');
    const body = await inlineBody(page.html);
    await refuseSecrets(deps, input.title, body, call);
    return await commitPage(deps, held, input, body, page.model, call);
  } catch (error) {
    if (!isBridgeError(error, 'outcome_unknown')) await release(deps, held, call);
    throw error;
  }
}
