import type { ActionCaller } from '../call.ts';
import { done } from '../stage.ts';

/** Reads the account's list of websites and counts how often each title occurs. */
export async function titlesOf(call: ActionCaller): Promise<ReadonlyMap<string, number>> {
  const titles = new Map<string, number>();
  let after: number | null = 0;
  while (after !== null) {
    const page: Record<string, unknown> = done(
      await call('builder.list', { limit: 100, after_id: after }),
    );
    for (const { title } of page['websites'] as { title: string }[])
      titles.set(title, (titles.get(title) ?? 0) + 1);
    after = page['next_after_id'] as number | null;
  }
  return titles;
}
