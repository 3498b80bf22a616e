import type { ActionName, CallPrincipal, WorldPermission, WorldRole } from '@bridge/contracts';

/** What a role may do. Spec: worlds.roles. */
const OF_ROLE: Readonly<Record<WorldRole, readonly WorldPermission[]>> = {
  founder: ['page.create', 'page.attach', 'page.publish', 'world.manage'],
  contributor: ['page.create', 'page.attach', 'page.publish'],
  viewer: [],
};
/** The scope a key needs to use a permission; managing a World is for its owner in person. */
const SCOPE_OF: Readonly<Record<WorldPermission, ActionName | null>> = {
  'page.create': 'builder.create',
  'page.attach': 'builder.attach',
  'page.publish': 'builder.publish',
  'world.manage': null,
};

/** A World as far as permissions depend on it. */
export interface Standing {
  readonly word: string;
  readonly role: WorldRole;
  readonly suspended: boolean;
}

/** True when the caller's key may name this World at all. */
export function keyAllows(ctx: CallPrincipal, word: string): boolean {
  return ctx.worlds === null || ctx.worlds.includes(word);
}

/**
 * What this caller may do in a World: role ∩ key scopes ∩ key Worlds, and nothing while the World is suspended.
 * Spec: worlds.record.
 */
export function permissionsOf(
  ctx: CallPrincipal,
  { word, role, suspended }: Standing,
): WorldPermission[] {
  if (suspended || !keyAllows(ctx, word)) return [];
  return OF_ROLE[role].filter((permission) => {
    const scope = SCOPE_OF[permission];
    return ctx.key_id === null || (scope !== null && ctx.scopes.includes(scope));
  });
}
