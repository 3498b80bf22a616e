import type { GivenRole } from '../api/world-members.ts';

/** The roles that a founder may assign, each with a text that states its rights. */
export const ROLES: readonly (readonly [role: GivenRole, words: string])[] = [
  ['contributor', 'contributor: publishes here'],
  ['viewer', 'viewer: sees the members'],
];

/** Properties of the component `RoleSelect`, the list from which the role of a member is selected. */
interface RoleSelectProps {
  readonly label: string;
  readonly role: GivenRole;
  readonly busy?: boolean;
  readonly onChoose: (role: GivenRole) => void;
}

/** A list from which a founder selects the role of a member. */
export function RoleSelect({ label, role, busy = false, onChoose }: RoleSelectProps) {
  return (
    <select
      aria-label={label}
      value={role}
      disabled={busy}
      onChange={({ target }) => onChoose(target.value === 'viewer' ? 'viewer' : 'contributor')}
    >
      {ROLES.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}
