import type { WorldMember } from '../api/world-members.ts';
import { hasVisibleText } from '../ui/title-of.ts';

/**
 * Returns the name of a member of a World (public identity). A name without a visible character is replaced with the invited
 * e-mail address or, if that is unknown, with the id of the member's account.
 */
export function nameOfMember({ name, email, account_id: id }: WorldMember): string {
  return hasVisibleText(name) ? name : (email ?? id);
}
