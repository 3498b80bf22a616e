/** The functions that a sign-out calls for an open screen with unsaved work. */
export interface SignOutCallbacks {
  /** Stores the screen's unsaved work before a sign-out; resolves to false when the owner cancels the sign-out. */
  readonly ask: () => Promise<boolean>;
  /** At a sign-out, stops the screen from storing unsaved work. */
  readonly end: () => void;
}

const steps = new Set<SignOutCallbacks>();
const signInListeners = new Set<() => void>();

/** Registers the sign-out step of an open screen. Returns a function that removes it. */
export function addSignOutStep(step: SignOutCallbacks): () => void {
  steps.add(step);
  return () => steps.delete(step);
}

/** Before a sign-out, calls `ask` of every registered step in turn; resolves to false when the owner cancels the sign-out. */
export async function mayEndSession(): Promise<boolean> {
  for (const step of steps) if (!(await step.ask())) return false;
  return true;
}

/** At a sign-out, stops every open screen from storing unsaved work. */
export function endKeeping(): void {
  for (const step of steps) step.end();
}

/**
 * Calls `listener` when the owner signs in again in the dialog above an open screen. Returns a function that removes the
 * listener.
 */
export function whenSignedInAgain(listener: () => void): () => void {
  signInListeners.add(listener);
  return () => signInListeners.delete(listener);
}

/** Reports to all listeners that the owner signed in again above an open screen. */
export function noteSignedInAgain(): void {
  for (const listener of signInListeners) listener();
}
