/** What an open screen does when its owner signs out. */
export interface SignOutStep {
  /** Keeps what is not kept yet; resolves to false when the person stays. */
  readonly ask: () => Promise<boolean>;
  /** Ends the keeping: nothing is written any more. */
  readonly end: () => void;
}

const steps = new Set<SignOutStep>();
const signInListeners = new Set<() => void>();

/** Adds a step of the sign-out. Returns the function that removes it. */
export function addSignOutStep(step: SignOutStep): () => void {
  steps.add(step);
  return () => steps.delete(step);
}

/** Runs the first part of every step; resolves to false when the person stays. */
export async function mayEndSession(): Promise<boolean> {
  for (const step of steps) if (!(await step.ask())) return false;
  return true;
}

/** Ends the keeping of every open screen. */
export function endKeeping(): void {
  for (const step of steps) step.end();
}

/** Calls `listener` when the owner signed in again above an open screen. Returns the function that stops it. */
export function whenSignedInAgain(listener: () => void): () => void {
  signInListeners.add(listener);
  return () => signInListeners.delete(listener);
}

/** Reports that the owner signed in again above an open screen. */
export function noteSignedInAgain(): void {
  for (const listener of signInListeners) listener();
}
