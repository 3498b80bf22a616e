import type { ConsoleRevision } from '@bridge/contracts';

/** Verb phrase for each action that creates a revision. Together with the author's name it is a sentence. */
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

/** Returns a verb phrase for the change that created a revision, such as “restored r3”. */
export function describeRevision({ action, word, restored_from: from }: ConsoleRevision): string {
  if (from !== null) return `restored r${from}`;
  if (action === 'builder.attach') return `moved it to ${word}`;
  return WHAT[action] ?? `did ${action}`;
}

/**
 * Returns a text about how much larger or smaller a revision is than the one before it. If that one is unknown, the text is the
 * size of the revision.
 */
export function sizeChange(revision: ConsoleRevision, before: ConsoleRevision | undefined): string {
  if (before === undefined) return `${revision.bytes.toLocaleString('en')} bytes`;
  const change = revision.bytes - before.bytes;
  if (change === 0) return 'same size';
  return `${change > 0 ? '+' : '−'}${Math.abs(change).toLocaleString('en')} bytes`;
}

/** The revisions of one day, newest first. */
export interface DayOfRevisions {
  readonly day: string;
  readonly revisions: readonly ConsoleRevision[];
}

/** Groups revisions by day, in the time zone of this browser. */
export function groupByDay(revisions: readonly ConsoleRevision[]): readonly DayOfRevisions[] {
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
