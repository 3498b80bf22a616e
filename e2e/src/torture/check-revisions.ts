/** The start (`inv`) and end (`ret`) of a call, in ms of one clock. If the call had an effect, it happened between them. */
interface CallInterval {
  /** Identifies the call in a reported anomaly. */
  readonly id: number;
  readonly inv: number;
  /** End of the call; Infinity for a call without an answer. */
  readonly ret: number;
}

/** A call that increases the revision by one: patch, attach, clear, and create (with `exp` 0). */
export interface WriteEvent extends CallInterval {
  readonly op: 'write';
  /** The expected revision, which the sender had read. */
  readonly exp: number;
  readonly outcome: 'ok' | 'conflict' | 'unknown';
  /** For a success the new revision, for a conflict the current revision that the answer named; null when unknown. */
  readonly rev: number | null;
  /** SHA-256 of the resulting content, when the sender knows it. */
  readonly sha: string | null;
}

/** A call that has an expected revision but makes no new one: publish. */
export interface PublishEvent extends CallInterval {
  readonly op: 'publish';
  readonly exp: number;
  readonly outcome: 'ok' | 'conflict' | 'unknown';
  /** For a conflict the current revision that the answer named; null when there is none. */
  readonly rev: number | null;
}
/** A read and the revision that it returned. */
export interface ReadEvent extends CallInterval {
  readonly op: 'read';
  readonly rev: number;
  readonly sha: string;
}
/** One call on a page, as its caller observed it. */
export type ObservedPageCall = WriteEvent | PublishEvent | ReadEvent;

/** A contradiction to the promise that the revisions of a page form one sequence. */
export interface RevisionAnomaly {
  readonly what: string;
  /** The ids of the calls that contradict each other, or of one call that no order of calls explains. */
  readonly ids: readonly number[];
}

/** The earliest or latest time at which a revision can have become current, and the id of the call that proves it. */
interface RevisionTimeBound {
  readonly at: number;
  readonly id: number;
}
const EARLIEST: RevisionTimeBound = { at: Number.NEGATIVE_INFINITY, id: -1 };
const LATEST: RevisionTimeBound = { at: Number.POSITIVE_INFINITY, id: -1 };

function later(a: RevisionTimeBound, b: RevisionTimeBound): RevisionTimeBound {
  return b.at > a.at ? b : a;
}
function earlier(a: RevisionTimeBound, b: RevisionTimeBound): RevisionTimeBound {
  return b.at < a.at ? b : a;
}

/** The revision that a call observed as current; null when the call observed none. */
function sawRevision(event: ObservedPageCall): number | null {
  if (event.op === 'read') return event.rev;
  if (event.outcome === 'conflict') return event.rev;
  return event.op === 'publish' && event.outcome === 'ok' ? event.exp : null;
}

function topRevision(events: readonly ObservedPageCall[]): number {
  return events.reduce((top, event) => {
    const conflict = event.op !== 'read' && event.outcome === 'conflict' ? event.exp + 1 : 0;
    const written = event.op === 'write' && event.outcome === 'ok' ? event.exp + 1 : 0;
    return Math.max(top, sawRevision(event) ?? 0, conflict, written);
  }, 0);
}

/** Finds answers whose revision contradicts the expected revision of the same call, whatever the times of the calls are. */
function wrongAnswers(events: readonly ObservedPageCall[]): RevisionAnomaly[] {
  return events.flatMap((event): RevisionAnomaly[] => {
    if (event.op === 'read') return [];
    const { id, exp, outcome, rev } = event;
    if (event.op === 'write' && outcome === 'ok' && rev !== exp + 1)
      return [{ what: `a change of revision ${exp} answered revision ${rev}`, ids: [id] }];
    if (outcome === 'conflict' && rev !== null && rev <= exp)
      return [{ what: `a conflict on revision ${exp} named ${rev} as the newer one`, ids: [id] }];
    return [];
  });
}

/**
 * Finds contradictions to the promise that the calls on one page happened one after the other, each between its start and end,
 * with every change raising the revision by one. Callers must send only revisions that they have read. A revision is an anomaly
 * when the earliest time at which it can have become current is after the latest one. Takes linear time.
 * Spec: drafts.one-winner.
 */
export function checkRevisions(events: readonly ObservedPageCall[]): readonly RevisionAnomaly[] {
  const anomalies = wrongAnswers(events);
  const top = topRevision(events);
  const winners: WriteEvent[][] = Array.from({ length: top + 2 }, () => []);
  const perhaps: WriteEvent[][] = Array.from({ length: top + 2 }, () => []);
  const sawAt: ObservedPageCall[][] = Array.from({ length: top + 2 }, () => []);
  const gone: RevisionTimeBound[] = Array.from({ length: top + 2 }, () => LATEST);
  for (const event of events) {
    const seen = sawRevision(event);
    if (seen !== null) sawAt[seen]?.push(event);
    if (event.op === 'read') continue;
    const next = event.exp + 1;
    if (event.op === 'write' && event.outcome === 'ok') winners[next]?.push(event);
    if (event.op === 'write' && event.outcome === 'unknown') perhaps[next]?.push(event);
    if (event.outcome === 'conflict')
      gone[next] = earlier(gone[next] ?? LATEST, { at: event.ret, id: event.id });
  }

  const lows: RevisionTimeBound[] = [EARLIEST];
  const highs: RevisionTimeBound[] = [];
  for (let rev = 1; rev <= top; rev += 1) {
    const shas = new Set(
      (sawAt[rev] ?? []).flatMap((event) => (event.op === 'read' ? [event.sha] : [])),
    );
    const { writers, found } = writersOf(rev, winners[rev] ?? [], perhaps[rev] ?? [], shas);
    anomalies.push(...found);
    const before = sawAt[rev - 1] ?? [];
    const first = writers.reduce<RevisionTimeBound>(
      (best, { inv, id }) => earlier(best, { at: inv, id }),
      LATEST,
    );
    const written = first === LATEST ? EARLIEST : first;
    lows[rev] = before.reduce<RevisionTimeBound>(
      (best, { inv, id }) => later(best, { at: inv, id }),
      later(lows[rev - 1] ?? EARLIEST, written),
    );
    const last = writers.reduce<RevisionTimeBound>(
      (best, { ret, id }) => later(best, { at: ret, id }),
      EARLIEST,
    );
    highs[rev] = (sawAt[rev] ?? []).reduce<RevisionTimeBound>(
      (best, { ret, id }) => earlier(best, { at: ret, id }),
      earlier(gone[rev] ?? LATEST, last === EARLIEST ? LATEST : last),
    );
  }
  for (let rev = top - 1; rev >= 1; rev -= 1)
    highs[rev] = earlier(highs[rev] ?? LATEST, highs[rev + 1] ?? LATEST);
  for (let rev = 1; rev <= top; rev += 1) {
    const [low, high] = [lows[rev] ?? EARLIEST, highs[rev] ?? LATEST];
    if (low.at > high.at)
      anomalies.push({
        what: `revision ${rev} cannot have become current before call ${low.id} began, and was so when call ${high.id} ended`,
        ids: [low.id, high.id],
      });
  }
  return anomalies;
}

/**
 * The calls that may have made a revision: the call whose answer names it. Without such a call, those that got no answer and
 * wrote the same content.
 */
function writersOf(
  rev: number,
  winners: readonly WriteEvent[],
  perhaps: readonly WriteEvent[],
  shas: ReadonlySet<string>,
): { readonly writers: readonly WriteEvent[]; readonly found: readonly RevisionAnomaly[] } {
  if (winners.length > 1)
    return {
      writers: winners,
      found: [{ what: `revision ${rev} was made twice`, ids: winners.map(({ id }) => id) }],
    };
  if (shas.size > 1)
    return { writers: winners, found: [{ what: `revision ${rev} was read as two`, ids: [] }] };
  const [sha] = shas;
  const fits = (one: WriteEvent): boolean =>
    one.sha === null || sha === undefined || one.sha === sha;
  const candidates = winners.length === 1 ? winners : perhaps;
  const writers = candidates.filter(fits);
  if (writers.length > 0) return { writers, found: [] };
  const what =
    candidates.length === 0
      ? `revision ${rev} was made by no call`
      : `revision ${rev} was read with another content than it was written`;
  return { writers, found: [{ what, ids: candidates.map(({ id }) => id) }] };
}
