import type { ErrorBody, KeyRecord, WebsiteRecord, WorldRecord } from '@bridge/contracts';

/** A refusal by the service, with its hint. */
export class Refusal extends Error {
  readonly code: string;
  readonly hint: string;
  readonly status: number;
  constructor(status: number, error: Partial<ErrorBody>) {
    super(error.message ?? 'The service did not answer as expected.');
    this.status = status;
    this.code = error.code ?? 'internal';
    this.hint = error.hint ?? 'Try again. If it fails again, read the service’s log.';
  }
}

/** Sends JSON to the app origin with the owner's session. Throws Refusal. */
async function send<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal(0, {
      message: 'The service cannot be reached.',
      hint: 'Is it running? Try again in a moment.',
    });
  }
  const text = await response.text();
  let parsed: unknown = null;
  try {
    parsed = text === '' ? null : JSON.parse(text);
  } catch {
    throw new Refusal(response.status, {});
  }
  if (!response.ok) {
    const envelope = parsed as { readonly error?: Partial<ErrorBody> } | null;
    throw new Refusal(response.status, envelope?.error ?? {});
  }
  return parsed as T;
}

export interface Owner {
  readonly email: string;
  readonly name: string;
}
export interface ActionInfo {
  readonly action: string;
  readonly scope: string;
  readonly tool?: string;
  readonly mutating: boolean;
  readonly available: boolean;
}
export interface Manifest {
  readonly read_scopes: readonly string[];
  readonly draft_scopes: readonly string[];
  readonly optional_scopes: readonly string[];
  readonly mcp_url: string;
  readonly api_url: string;
}
export interface NewKey {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly worlds: readonly string[] | null;
  readonly expires_in_days: number | null;
  readonly audit_all: boolean;
}
export interface KeyWithSecret {
  readonly key: KeyRecord;
  readonly secret: string;
}
export interface InvitationView {
  readonly word: string;
  readonly title: string;
  readonly role: 'contributor' | 'viewer';
  readonly invited_by: string;
  readonly expires_at: string;
}
export interface WebsiteView {
  readonly website: WebsiteRecord;
  readonly raw_html: string;
}

const KEYS = '/api/agent-bridge/keys';

export const api = {
  owner: async (): Promise<Owner | null> => {
    const session = await send<{ readonly user: Owner } | null>('GET', '/api/auth/get-session');
    return session?.user ?? null;
  },
  signIn: (email: string, password: string) =>
    send<unknown>('POST', '/api/auth/sign-in/email', { email, password }),
  signOut: () => send<unknown>('POST', '/api/auth/sign-out', {}),
  changePassword: (currentPassword: string, newPassword: string) =>
    send<unknown>('POST', '/api/auth/change-password', {
      currentPassword,
      newPassword,
      revokeOtherSessions: true,
    }),
  welcome: (token: string, email: string, name: string, password: string) =>
    send<unknown>('POST', '/api/console/welcome', { token, email, name, password }),
  manifest: () => send<Manifest>('GET', '/api/agent-bridge/manifest'),
  actions: async () =>
    (await send<{ readonly actions: readonly ActionInfo[] }>('GET', '/api/agent-bridge/actions'))
      .actions,
  keys: async () => (await send<{ readonly keys: readonly KeyRecord[] }>('GET', KEYS)).keys,
  makeKey: (key: NewKey) => send<KeyWithSecret>('POST', KEYS, key),
  rotateKey: (keyId: string) =>
    send<KeyWithSecret>('POST', KEYS, { action: 'rotate', key_id: keyId }),
  revokeKey: (keyId: string) => send<unknown>('POST', KEYS, { action: 'revoke', key_id: keyId }),
  revokeAll: () => send<unknown>('POST', KEYS, { action: 'revoke_all' }),
  worlds: async () =>
    (await send<{ readonly worlds: readonly WorldRecord[] }>('GET', '/api/console/worlds')).worlds,
  invitation: async (word: string, token: string) =>
    (
      await send<{ readonly invitation: InvitationView }>(
        'POST',
        `/api/console/invitations/${word}/read`,
        { token },
      )
    ).invitation,
  answerInvitation: (word: string, token: string, accept: boolean) =>
    send<unknown>('POST', `/api/console/invitations/${word}`, { token, accept }),
  websites: (afterId: number) =>
    send<{ readonly websites: readonly WebsiteRecord[]; readonly next_after_id: number | null }>(
      'GET',
      `/api/console/pages?after_id=${afterId}`,
    ),
  website: (pageId: number) => send<WebsiteView>('GET', `/api/console/pages/${pageId}`),
};
