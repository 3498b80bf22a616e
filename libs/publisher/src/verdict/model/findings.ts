import type { PublicationWarning } from '@bridge/contracts';
import { WARNING_TEXTS } from './messages.ts';
import type { SourcePosition, Verdict, WarningCode } from './verdict.ts';

/** A finding before it is grouped into warnings. */
export interface Finding {
  readonly code: WarningCode;
  readonly url?: string | undefined;
  /** The address as written in the page, when it differs from the resolved one. */
  readonly written?: string | undefined;
  /** A sentence that replaces the one of the code. Findings with different sentences are separate warnings. */
  readonly message?: string | undefined;
  readonly element?: string | undefined;
  readonly place?: SourcePosition | undefined;
  /** True when the finding makes the publication `online`. */
  readonly online?: boolean;
  /** True when the finding denies offline readiness. */
  readonly unready?: boolean;
  /** True when the finding denies offline readiness only if the proof fails. */
  readonly unproven?: boolean;
  readonly severity?: 'info';
}

/** Equal to `LIMITS.warningsMax` of the contract, which the parsing thread does not load; a test compares both. */
export const WARNINGS_MAX = 100;

/** Maximum number of findings that wait for the proof of the scripts. */
const UNPROVEN_MAX = 10_000;

/** Maximum places in one group; equal to `LIMITS.warningPlacesMax` of the contract, as a test compares. */
export const PLACES_MAX = 5;

/** Maximum length of an address that is also shown as written in the page. */
const WRITTEN_CHARS_MAX = 256;

/** All findings with the same code, element and address as one warning, while they are counted. */
type WarningGroup = PublicationWarning & { count: number; places: SourcePosition[] };

/** The order in which warnings are kept above the maximum: first those that decided the mode, then by severity. */
const RANKS = ['online', 'error', 'warning', 'info'] as const;

/** The rank of a warning; above the maximum number of warnings those of the first ranks are kept. */
type WarningRank = (typeof RANKS)[number];

/** True when the address as written differs from the resolved one and is short enough to show both. */
function isWorthShowing(written: string | undefined, url: string | undefined): boolean {
  return written !== undefined && written !== url && written.length <= WRITTEN_CHARS_MAX;
}

function newRow(
  finding: Finding,
  severity: WarningGroup['severity'],
  message: string,
): WarningGroup {
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

/** Counts a finding in its group and adds its place when the place is new and the list is not full. */
function addPlace(row: WarningGroup, place: SourcePosition | undefined): void {
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
  readonly #ranks: Readonly<Record<WarningRank, Map<string, WarningGroup>>> = {
    online: new Map(),
    error: new Map(),
    warning: new Map(),
    info: new Map(),
  };

  add(finding: Finding): void {
    if (finding.unproven === true) {
      // The survey may report the same position of the page thousands of times.
      if (this.#unproven.length < UNPROVEN_MAX) this.#unproven.push(finding);
      return;
    }
    this.#count(finding);
  }

  /** The findings that count only if the proof of the scripts fails. */
  get unproven(): readonly Finding[] {
    return this.#unproven;
  }

  /** Counts the findings that waited for the proof of the scripts. Called when the proof failed. */
  keepUnproven(): void {
    for (const finding of this.#unproven.splice(0)) this.#count({ ...finding, unready: true });
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

  /** True when a finding makes a browser send a request to another host. */
  get online(): boolean {
    return this.#online;
  }

  /** True when a finding denies offline readiness. */
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
