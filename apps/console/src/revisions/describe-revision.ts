import type { ConsoleRevision } from '@bridge/contracts';

/** What each action did, for a sentence that begins with its author. */
const WHAT: Readonly<Record<string, string>> = {
  'builder.create': 'made it',
  'builder.patch': 'changed the HTML',
  'builder.put': 'wrote the HTML anew',
  'builder.attach': 'moved it',
  'builder.clear': 'emptied it',
  'builder.save': 'saved edits',
  'builder.layers_put': 'changed the layers',
  'pages.generate': 'generated it',
  'widgets.install_page': 'put a widget in',
};

/** Returns what was done in a revision, in words. */
export function describeRevision({ action, word, restored_from: from }: ConsoleRevision): string {
  if (from !== null) return `restored r${from}`;
  if (action === 'builder.attach') return `moved it to ${word}`;
  return WHAT[action] ?? `did ${action}`;
}

/** Returns how the size changed against the revision before, in words; empty when that is not known. */
export function sizeChange(revision: ConsoleRevision, before: ConsoleRevision | undefined): string {
  if (before === undefined) return `${revision.bytes.toLocaleString('en')} bytes`;
  const change = revision.bytes - before.bytes;
  if (change === 0) return 'same size';
  return `${change > 0 ? '+' : '−'}${Math.abs(change).toLocaleString('en')} bytes`;
}

/** Revisions of one day, newest first. */
export interface RevisionDay {
  readonly day: string;
  readonly revisions: readonly ConsoleRevision[];
}

/** Groups revisions by the days of this browser’s time zone. */
export function groupByDay(revisions: readonly ConsoleRevision[]): readonly RevisionDay[] {
  const days = Map.groupBy(revisions, ({ at }) =>
    new Date(at).toLocaleDateString('en', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }),
  );
  return [...days].map(([day, list]) => ({ day, revisions: list }));
}
