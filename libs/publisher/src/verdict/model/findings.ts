import type { PublicationWarning } from '@bridge/contracts';
import { WARNING_TEXTS } from './messages.ts';
import type { Place, Verdict, WarningCode } from './verdict.ts';

/** One thing found. */
export interface Finding {
  readonly code: WarningCode;
  readonly url?: string | undefined;
  /** The address as the page writes it, where a browser reads another one. */
  readonly written?: string | undefined;
  /** A sentence in place of the code's own, where there is more to say; findings with different ones are kept apart. */
  readonly message?: string | undefined;
  readonly element?: string | undefined;
  readonly place?: Place | undefined;
  /** Makes the publication online. */
  readonly online?: boolean;
  /** Denies offline readiness. */
  readonly unready?: boolean;
  /** Denies it only where the page's scripts are not proven to load nothing. */
  readonly unproven?: boolean;
  readonly severity?: 'info';
}

/** `LIMITS.warningsMax` of the contract, repeated because the parsing thread loads no contract; a test holds them equal. */
export const WARNINGS_MAX = 100;

/** Doubts kept until the proof. */
const UNPROVEN_MAX = 10_000;

/** Places listed of one group; `LIMITS.warningPlacesMax` of the contract, held equal by a test too. */
export const PLACES_MAX = 5;

/** Longest address that is also shown as it is written. */
const WRITTEN_CHARS_MAX = 256;

type Row = PublicationWarning & { count: number; places: Place[] };

/** What must survive when there are more warnings than may be listed: what decided the mode, then by severity. */
const RANKS = ['online', 'error', 'warning', 'info'] as const;
type Rank = (typeof RANKS)[number];

/** A long address is found by its first part alone; twice it would fill the message that carries the warnings. */
function isWorthShowing(written: string | undefined, url: string | undefined): boolean {
  return written !== undefined && written !== url && written.length <= WRITTEN_CHARS_MAX;
}

function newRow(finding: Finding, severity: Row['severity'], message: string): Row {
  const { code, url, written, element, place } = finding;
  return {
    code,
    severity,
    message,
    ...(url === undefined ? {} : { url }),
    ...(isWorthShowing(written, url) ? { written } : {}),
    ...(element === undefined ? {} : { element }),
    ...place,
    places: place === undefined ? [] : [place],
    count: 1,
  };
}

/** Counts one more finding of a group, and lists its place while there is room and it is another one. */
function addPlace(row: Row, place: Place | undefined): void {
  row.count += 1;
  if (place === undefined || row.places.length >= PLACES_MAX) return;
  if (row.places.some(({ line, column }) => line === place.line && column === place.column)) return;
  row.places.push(place);
}

/**
 * Gathers findings in bounded memory: grouped by code, element and address, at most `WARNINGS_MAX` groups per rank; the flags
 * that decide the verdict count every finding. Spec: publishing.warnings.
 */
export class Findings {
  #online = false;
  #unready = false;
  #externalForm = false;
  readonly #unproven: Finding[] = [];
  #truncated = false;
  readonly #ranks: Readonly<Record<Rank, Map<string, Row>>> = {
    online: new Map(),
    error: new Map(),
    warning: new Map(),
    info: new Map(),
  };

  add(finding: Finding): void {
    if (finding.unproven === true) {
      // Kept until the proof: one place may be named thousands of times.
      if (this.#unproven.length < UNPROVEN_MAX) this.#unproven.push(finding);
      return;
    }
    this.#count(finding);
  }

  /** What scripts may load, as far as it was told before the proof. */
  get unproven(): readonly Finding[] {
    return this.#unproven;
  }

  /** The scripts could not be proven to load nothing: all that was doubted counts. */
  keepUnproven(): void {
    for (const finding of this.#unproven.splice(0))
      this.#count({ ...finding, unproven: false, unready: true });
  }

  #count(finding: Finding): void {
    if (finding.online === true) this.#online = true;
    if (finding.unready === true) this.#unready = true;
    if (finding.code === 'external_form') this.#externalForm = true;
    const text = WARNING_TEXTS[finding.code];
    const severity = finding.severity ?? text.severity;
    const message = finding.message ?? text.message;
    const rows = this.#ranks[finding.online === true ? 'online' : severity];
    const key = [finding.code, finding.element, finding.url, message].join('\0');
    const known = rows.get(key);
    if (known !== undefined) addPlace(known, finding.place);
    else if (rows.size >= WARNINGS_MAX) this.#truncated = true;
    else rows.set(key, newRow(finding, severity, message));
  }

  /** True once something was found that a browser would ask another host for. */
  get online(): boolean {
    return this.#online;
  }

  /** True once something was found that keeps the page from being ready. */
  get isUnready(): boolean {
    return this.#online || this.#unready;
  }

  get hasExternalForm(): boolean {
    return this.#externalForm;
  }

  verdict(): Verdict {
    const all = RANKS.flatMap((rank) => [...this.#ranks[rank].values()]);
    return {
      publication_mode: this.#online ? 'online' : 'portable',
      offline_ready: !this.#online && !this.#unready,
      warnings: all.slice(0, WARNINGS_MAX),
      truncated: this.#truncated || all.length > WARNINGS_MAX,
      external_form: this.#externalForm,
    };
  }
}
