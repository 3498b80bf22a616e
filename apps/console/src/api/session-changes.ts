/** The functions that a screen with unsaved work registers, and that a sign-out calls. */
export interface SignOutCallbacks {
  /** Stores the screen's unsaved work before a sign-out; resolves to false when the owner cancels the sign-out. */
  readonly ask: () => Promise<boolean>;
  /** At a sign-out, stops the screen from storing unsaved work. */
  readonly end: () => void;
}

const steps = new Set<SignOutCallbacks>();
const signInListeners = new Set<() => void>();

/** Registers the functions that a sign-out calls for an open screen. Returns a function that removes them. */
export function addSignOutStep(step: SignOutCallbacks): () => void {
  steps.add(step);
  return () => steps.delete(step);
}

/** Before a sign-out, calls `ask` of every registered screen in turn. Resolves to false when the owner cancels the sign-out. */
export async function mayEndSession(): Promise<boolean> {
  for (const step of steps) if (!(await step.ask())) return false;
  return true;
}

/** At a sign-out, stops every registered screen from storing unsaved work. */
export function endKeeping(): void {
  for (const step of steps) step.end();
}

/**
 * Calls `listener` when the owner, whose session ended, signs in again in the dialog above the open screen. Returns a function
 * that removes the listener.
 */
export function whenSignedInAgain(listener: () => void): () => void {
  signInListeners.add(listener);
  return () => signInListeners.delete(listener);
}

/** Reports to all listeners that the owner signed in again in the dialog above the open screen. */
export function noteSignedInAgain(): void {
  for (const listener of signInListeners) listener();
}
