import { bodyOf, putBody } from '@bridge/blobs';
import { ACCOUNT, BUILDER, fingerprint, GENERATOR, type CallPrincipal } from '@bridge/contracts';
import { randomIds } from '@bridge/kernel';
import { newKey } from './builder.ts';
import type { TestServices } from './test-services.ts';

/** Creates a draft as the service generator does, with the same bus messages, but without a model provider. */
export async function generateDraft(
  services: TestServices,
  ctx: CallPrincipal,
  word: string,
): Promise<void> {
  const [title, idempotency_key] = ['t', newKey()];
  const fp = fingerprint(GENERATOR.pagesGenerate, { word, title, prompt: 'p', idempotency_key });
  const hold = { action: 'pages.generate' as const, idempotency_key };
  const { result } = await services.call(ACCOUNT.creditsHold, ctx, hold, { fp });
  if (result.state === 'replay') throw new Error('replayed');
  const { hold_id, attempt } = result;
  const raw_html = await putBody(services.blobs, randomIds, await bodyOf('<p>made</p>'));
  const draft = { word, title, raw_html, model: 'm', idempotency_key };
  await services.call(BUILDER.generateCommit, ctx, { hold_id, attempt, ...draft }, { fp });
}
