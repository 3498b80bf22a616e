import { LIMITS, visibleText } from '@bridge/contracts';
import { z } from 'zod';

/** An e-mail address of an owner. */
export const email = z.email().max(LIMITS.emailCharsMax);
/** An owner's name: 1 to 80 characters without control characters. */
export const ownerName = visibleText(LIMITS.ownerNameCharsMax);
/** A new password: 8 to 128 characters without further rules (OWASP). */
export const newPassword = z.string().min(LIMITS.passwordCharsMin).max(LIMITS.passwordCharsMax);
/** An entered password; bounded, because it is hashed. */
export const enteredPassword = z.string().min(1).max(LIMITS.passwordCharsMax);
