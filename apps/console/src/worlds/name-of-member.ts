import type { WorldMember } from '../api/world-members.ts';
import { hasVisibleText } from '../ui/title-of.ts';

/**
 * Returns the name of a member; without a visible character it is replaced with the invitation's e-mail address or the account
 * id.
 */
export function nameOfMember({ name, email, account_id: id }: WorldMember): string {
  return hasVisibleText(name) ? name : (email ?? id);
}
