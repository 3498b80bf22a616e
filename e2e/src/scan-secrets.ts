import { attachOrStart } from '@bridge/db';
import { AGENT_KEY_SEARCH, isAgentKey } from '@bridge/kernel';
import type { AllInOneProcess } from '@bridge/testing';
import { join } from 'node:path';
import { dump } from './split/dump.ts';

/** Matches passwords of the form that `newOwner` generates. */
const PASSWORD_SEARCH = /pass [0-9a-f]{16}(?![0-9a-f])/g;
/** Matches the link of an invitation, and the token of an invitation in a request body. */
const INVITATION_SEARCH = /\/invitations\/[a-z0-9-]+#|"token":"[A-Za-z0-9_-]{43}"/g;

function secretsIn(text: string): number {
  const keys = (text.match(AGENT_KEY_SEARCH) ?? []).filter(isAgentKey);
  const others = [PASSWORD_SEARCH, INVITATION_SEARCH].flatMap((form) => text.match(form) ?? []);
  return keys.length + others.length;
}

/**
 * Throws when the database or the log of a product contains a key, a password or an invitation link. The HTML of pages is
 * stored as bytes and not searched, because it is the owner's own content.
 */
export async function scanSecrets({ data, program }: AllInOneProcess): Promise<void> {
  const { url, stop } = await attachOrStart(join(data, 'db'));
  const places = { database: await dump(url), log: program.output() };
  await stop();
  for (const [place, text] of Object.entries(places)) {
    const found = secretsIn(text);
    if (found > 0)
      throw new Error(`${found} links, keys or passwords stand in the ${place} after this run`);
  }
}
