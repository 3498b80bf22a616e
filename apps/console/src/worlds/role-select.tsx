import type { AssignableMemberRole } from '../api/world-members.ts';

/** The roles that the founder of a World (public identity) can assign to members, each with a description of its rights. */
export const ROLES: readonly (readonly [role: AssignableMemberRole, words: string])[] = [
  ['contributor', 'contributor: publishes here'],
  ['viewer', 'viewer: sees the members'],
];

/** Properties of the component `RoleSelect`, with which the founder of a World (public identity) selects a member's role. */
interface RoleSelectProps {
  readonly label: string;
  readonly role: AssignableMemberRole;
  readonly busy?: boolean;
  readonly onChoose: (role: AssignableMemberRole) => void;
}

/** The list in which the founder of a World (public identity) selects a member's role. */
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
