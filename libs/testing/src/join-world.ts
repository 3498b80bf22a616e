import { WORLDS, type CallPrincipal, type BusCallDefinition } from '@bridge/contracts';
import { hash, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { TestOwner } from './owner.ts';

/** Function that sends a call to a service, such as `TestServices.call`. */
type SendCallFunction = <I extends z.ZodType, O extends z.ZodType>(
  callable: BusCallDefinition<I, O>,
  ctx: CallPrincipal,
  input: z.input<I>,
) => Promise<unknown>;

/** Makes an account a member of a World (public identity): the founder invites it and the account accepts. */
export async function joinWorld(
  send: SendCallFunction,
  founder: CallPrincipal,
  accountId: string,
  joined: { readonly word: string; readonly role: 'contributor' | 'viewer' },
): Promise<void> {
  const person = { key_id: null, scopes: [], worlds: null, surface: 'console' } as const;
  const inPerson = (account_id: string | null): CallPrincipal => ({
    ...person,
    account_id,
    scopes: [],
  });
  const { word } = joined;
  const token_hash = hash('sha256', randomBytes(16));
  const email = `${accountId}@example.org`;
  // If the account is a member already, the invitation changes its role at once, and accepting has no effect.
  await send(WORLDS.invite, inPerson(founder.account_id), { ...joined, email, token_hash });
  await send(WORLDS.invitationAnswer, inPerson(accountId), { word, token_hash, accept: true });
}

/**
 * Makes an owner a member of a World (public identity) over HTTP: the founder invites, and the owner accepts the invitation
 * link.
 */
export async function joinByLink(
  founder: TestOwner,
  invited: TestOwner,
  { word, role }: { readonly word: string; readonly role: 'contributor' | 'viewer' },
): Promise<void> {
  const path = `/api/agent-bridge/worlds/${word}/members`;
  const asked = await founder.send('POST', path, { email: invited.email, role });
  const { accept_url: url } = (await asked.json()) as { readonly accept_url?: string | null };
  if (url === undefined) throw new Error(`inviting answered ${asked.status}`);
  if (url === null) return;
  const answer = { token: new URL(url).hash.slice(1), accept: true };
  const joined = await invited.send('POST', `/api/console/invitations/${word}`, answer);
  if (!joined.ok) throw new Error(`accepting answered ${joined.status}: ${await joined.text()}`);
}
