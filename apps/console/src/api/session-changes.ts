/** The functions that a sign-out calls for an open screen with unsaved work. */
export interface SignOutStep {
  /** Stores unsaved work; resolves to false when the owner cancels the sign-out. */
  readonly ask: () => Promise<boolean>;
  /** Stops the screen from storing anything further. */
  readonly end: () => void;
}

const steps = new Set<SignOutStep>();
const signInListeners = new Set<() => void>();

/** Registers the sign-out step of an open screen. Returns a function that removes it. */
export function addSignOutStep(step: SignOutStep): () => void {
  steps.add(step);
  return () => steps.delete(step);
}

/** Runs `ask` of every registered step; resolves to false when the owner cancels the sign-out. */
export async function mayEndSession(): Promise<boolean> {
  for (const step of steps) if (!(await step.ask())) return false;
  return true;
}

/** Stops every open screen from storing anything further. */
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
