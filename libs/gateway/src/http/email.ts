import { LIMITS, visibleText } from '@bridge/contracts';
import { z } from 'zod';

/** An e-mail address of an owner. */
export const email = z.email().max(LIMITS.emailCharsMax);
/** An owner's name: 1 to 80 characters, no controls. */
export const ownerName = visibleText(LIMITS.ownerNameCharsMax);
/** A new password: 8 to 128 characters, nothing else is asked of it (OWASP). */
export const newPassword = z.string().min(LIMITS.passwordCharsMin).max(LIMITS.passwordCharsMax);
/** A password as somebody enters it; bounded, because it is hashed. */
export const enteredPassword = z.string().min(1).max(LIMITS.passwordCharsMax);
