import { LIMITS, visibleText } from '@bridge/contracts';
import { z } from 'zod';

/** Schema of an owner’s e-mail address. */
export const email = z
  .email('must be an e-mail address, such as name@example.org')
  .max(LIMITS.emailCharsMax);
/** Schema of an owner’s name: 1 to 80 characters without control characters. */
export const ownerName = visibleText(LIMITS.ownerNameCharsMax);
/** Schema of a new password: 8 to 128 characters without further rules (OWASP). */
export const newPassword = z.string().min(LIMITS.passwordCharsMin).max(LIMITS.passwordCharsMax);
/** Schema of a password that an owner enters to sign in. Its length is limited, because it is hashed. */
export const enteredPassword = z.string().min(1).max(LIMITS.passwordCharsMax);
