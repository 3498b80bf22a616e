/** What this process waits for before it can open a part; a process has one start. */
const notes = new Set<string>();

/** Says at /readyz, in one sentence, what the start waits for; the function that comes back takes it back. */
export function sayWaiting(note: string): () => void {
  notes.add(note);
  return () => void notes.delete(note);
}

/** What the start waits for now. */
export function startWaits(): readonly string[] {
  return [...notes];
}
