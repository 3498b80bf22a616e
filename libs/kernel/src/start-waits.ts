/** Sentences that say what the start of this process waits for. */
const notes = new Set<string>();

/** Adds a sentence to /readyz that says what the start waits for. Returns a function that removes it. */
export function sayWaiting(note: string): () => void {
  notes.add(note);
  return () => void notes.delete(note);
}

/** The sentences that /readyz shows now. */
export function startWaits(): readonly string[] {
  return [...notes];
}
