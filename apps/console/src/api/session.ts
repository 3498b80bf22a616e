import { queryOptions } from '@tanstack/react-query';
import { send } from './client.ts';

/** The signed-in owner. */
export interface SignedInOwner {
  readonly email: string;
  readonly name: string;
}

/** Query for the signed-in owner of this browser, or null when the browser has no session. */
export const ownerQuery = queryOptions({
  queryKey: ['owner'],
  queryFn: async ({ signal }): Promise<SignedInOwner | null> => {
    const session = await send<{ readonly user: SignedInOwner } | null>(
      'GET',
      '/api/auth/get-session',
      {
        signal,
      },
    );
    return session?.user ?? null;
  },
  staleTime: Infinity,
});

/** Signs an owner in; the service sets the session cookie. */
export function signIn(email: string, password: string): Promise<unknown> {
  return send('POST', '/api/auth/sign-in/email', { body: { email, password } });
}

/** Signs the owner out of this browser. */
export function signOut(): Promise<unknown> {
  return send('POST', '/api/auth/sign-out', { body: {} });
}

/** Changes the owner's password and ends the sessions in all other browsers. */
export function changePassword(currentPassword: string, newPassword: string): Promise<unknown> {
  return send('POST', '/api/auth/change-password', {
    body: { currentPassword, newPassword, revokeOtherSessions: true },
  });
}

/** Creates an owner's account with the token of the one-time link that the owner opened. */
export function welcome(
  token: string,
  email: string,
  name: string,
  password: string,
): Promise<unknown> {
  return send('POST', '/api/console/welcome', { body: { token, email, name, password } });
}

/**
 * Sets a new password with the token of the one-time link that the owner opened. The service ends all sessions of the owner and
 * starts a new one.
 */
export function choosePassword(token: string, password: string): Promise<unknown> {
  return send('POST', '/api/console/new-password', { body: { token, password } });
}
