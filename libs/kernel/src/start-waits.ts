/** Sentences about what the start of this process waits for, such as "waits for Postgres". */
const notes = new Set<string>();

/** Shows a sentence at /readyz about what the start waits for. Returns a function that removes it. */
export function showStartWait(note: string): () => void {
  notes.add(note);
  return () => void notes.delete(note);
}

/** Returns the sentences about what the start waits for. */
export function listStartWaits(): readonly string[] {
  return [...notes];
}
