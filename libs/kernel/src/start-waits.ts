/** One sentence for each wait of the start of this process. */
const notes = new Set<string>();

/** Shows at /readyz, as one sentence, what the start waits for; returns how to remove the sentence. */
export function sayWaiting(note: string): () => void {
  notes.add(note);
  return () => void notes.delete(note);
}

/** The sentences that /readyz shows now. */
export function startWaits(): readonly string[] {
  return [...notes];
}
