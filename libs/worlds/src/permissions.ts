import type { ActionName, CallPrincipal, WorldPermission, WorldRole } from '@bridge/contracts';

/** The permissions of each role in a World (public identity). Spec: worlds.roles. */
const ROLE_PERMISSIONS: Readonly<Record<WorldRole, readonly WorldPermission[]>> = {
  founder: ['page.create', 'page.attach', 'page.publish', 'world.manage'],
  contributor: ['page.create', 'page.attach', 'page.publish'],
  viewer: [],
};
/** The scope that a key needs for a permission; null for a permission that only a signed-in owner has. */
const REQUIRED_SCOPE: Readonly<Record<WorldPermission, ActionName | null>> = {
  'page.create': 'builder.create',
  'page.attach': 'builder.attach',
  'page.publish': 'builder.publish',
  'world.manage': null,
};

/** The role of an account in a World, and whether the World is suspended. */
export interface AccountWorldRole {
  readonly word: string;
  readonly role: WorldRole;
  readonly suspended: boolean;
}

/** True unless the key of the call is limited to Worlds and this World is not one of them. */
export function keyAllows(ctx: CallPrincipal, word: string): boolean {
  return ctx.worlds === null || ctx.worlds.includes(word);
}

/**
 * Returns the permissions of a caller in a World: those of the account’s role, except those that the scopes and Worlds of the
 * caller’s key do not allow; none while the World is suspended. Spec: worlds.record.
 */
export function permissionsOf(
  ctx: CallPrincipal,
  { word, role, suspended }: AccountWorldRole,
): WorldPermission[] {
  if (suspended || !keyAllows(ctx, word)) return [];
  return ROLE_PERMISSIONS[role].filter((permission) => {
    const scope = REQUIRED_SCOPE[permission];
    return ctx.key_id === null || (scope !== null && ctx.scopes.includes(scope));
  });
}
