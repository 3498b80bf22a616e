import { PUBLIC_PATHS } from '@bridge/contracts';
import type { TestOwner } from '@bridge/testing';
import type { ActionCaller } from '../call.ts';
import { done, refused, unique } from '../stage.ts';

/** The secrets that an owner gets when creating webhooks, and the code of a session of the owner. */
interface OwnerSecrets {
  readonly hooks: readonly string[];
  readonly code: string;
}

/**
 * Creates a webhook and a session, uses their secrets in calls that succeed and in calls that fail, and returns the secrets.
 * Adds the bodies of the refusals, which must not contain the secrets, to `errors`.
 */
export async function useOwnerSecrets(
  another: TestOwner,
  call: ActionCaller,
  errors: string[],
): Promise<OwnerSecrets> {
  const at = '/api/console/webhooks';
  // No server listens on port 9, so every delivery fails.
  const asked = { url: 'http://127.0.0.1:9/hook', events: ['page.created'] };
  const made = (await (await another.send('POST', at, asked)).json()) as {
    readonly webhook: { readonly webhook_id: string };
    readonly secret: string;
  };
  const one = `${at}/${made.webhook.webhook_id}`;
  const rotated = (await (await another.send('POST', one, { action: 'rotate' })).json()) as {
    readonly secret: string;
  };
  const tested = await another.send('POST', one, { action: 'test' });
  errors.push(await tested.text(), await (await another.send('GET', at)).text());
  const opened = await another.send('POST', '/api/console/pairing', {});
  const { code } = (await opened.json()) as { readonly code: string };
  const said = { text: 'Here.', idempotency_key: unique('key') };
  refused(await call('paired.chat', { ...said, code: `${code}X` }), 'no_paired_session');
  done(await call('paired.chat', { ...said, code }));
  return { hooks: [made.secret, rotated.secret], code };
}

/** Calls `pages.generate` while the provider, which receives its API key, returns nothing usable. */
export async function failToGenerate(call: ActionCaller, word: string): Promise<void> {
  for (const prompt of ['behave as refused', 'behave as redirect', 'behave as secret']) {
    const order = { word, title: 'G19', prompt, idempotency_key: unique('key') };
    refused(await call('pages.generate', order), 'provider_failed');
  }
}

/** Calls `worlds.list` once with each of these keys and returns the bodies of the answers. */
export async function sendKeys(baseUrl: string, keys: readonly string[]): Promise<string[]> {
  const bodies: string[] = [];
  for (const key of keys) {
    const answer = await fetch(`${baseUrl}${PUBLIC_PATHS.act}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"action":"worlds.list"}',
    });
    bodies.push(await answer.text());
  }
  return bodies;
}
