import type { WorldMember } from '../api/world-members.ts';
import { hasVisibleText } from '../ui/title-of.ts';

/** Returns the name of a member; one without a visible character is named by the address of the invitation or by the account. */
export function nameOfMember({ name, email, account_id: id }: WorldMember): string {
  return hasVisibleText(name) ? name : (email ?? id);
}
