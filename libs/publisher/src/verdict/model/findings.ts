import type { PublicationWarning } from '@bridge/contracts';
import { WARNING_TEXTS } from './messages.ts';
import type { SourcePosition, PageVerdict, WarningCode } from './verdict.ts';

/**
 * One finding of the analysis of a page, such as an address on another host. Equal findings are later grouped into one warning.
 */
export interface AnalysisFinding {
  readonly code: WarningCode;
  readonly url?: string | undefined;
  /** The address as the page contains it, when it differs from the resolved `url`. */
  readonly written?: string | undefined;
  /** The text of the warning; replaces the text of its code. Findings with different texts become separate warnings. */
  readonly message?: string | undefined;
  readonly element?: string | undefined;
  readonly place?: SourcePosition | undefined;
  /** True when the finding gives the publication the mode `online`: the page needs other hosts. */
  readonly online?: boolean;
  /** True when the finding makes the page not offline ready. */
  readonly unready?: boolean;
  /** True when the finding makes the page not offline ready only if it is not proven that the scripts send no request. */
  readonly unproven?: boolean;
  readonly severity?: 'info';
}

/**
 * Maximum number of warnings in a verdict. Equal to `LIMITS.warningsMax` of the contract, which the analysis thread does not
 * import; a test compares them.
 */
export const WARNINGS_MAX = 100;

/**
 * Maximum number of stored findings that count only without a proof that the scripts send no request. Further ones are dropped.
 */
const UNPROVEN_MAX = 10_000;

/**
 * Maximum number of source positions in one warning. Equal to `LIMITS.warningPlacesMax` of the contract; a test compares them.
 */
export const PLACES_MAX = 5;

/** Maximum length of an address as written in the page, in characters. A longer one is left out of the warning. */
const WRITTEN_CHARS_MAX = 256;

/** A warning that is still being counted: all findings with the same code, element, address and text. */
type WarningGroup = PublicationWarning & { count: number; places: SourcePosition[] };

/**
 * The order of warnings in a verdict: first those that make the page `online`, then by severity. The last ones are cut when
 * there are too many.
 */
const RANKS = ['online', 'error', 'warning', 'info'] as const;

/** The rank of a warning. When there are too many warnings, those of the first ranks are kept. */
type WarningRank = (typeof RANKS)[number];

/**
 * True when a warning also shows the address as it is written in the page: it differs from the resolved address and is short
 * enough.
 */
function isWorthShowing(written: string | undefined, url: string | undefined): boolean {
  return written !== undefined && written !== url && written.length <= WRITTEN_CHARS_MAX;
}

function newRow(
  finding: AnalysisFinding,
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

/** Counts a finding in the warning of its group. Adds its source position if that is new and the list is not full. */
function addPlace(row: WarningGroup, place: SourcePosition | undefined): void {
  row.count += 1;
  if (place === undefined || row.places.length >= PLACES_MAX) return;
  if (row.places.some(({ line, column }) => line === place.line && column === place.column)) return;
  row.places.push(place);
}

/**
 * Collects findings in bounded memory: grouped by code, element, address and text, at most `WARNINGS_MAX` groups per rank. Mode
 * and readiness take every finding into account, also those of dropped groups. Spec: publishing.warnings.
 */
export class FindingCollector {
  #online = false;
  #unready = false;
  #externalForm = false;
  readonly #unproven: AnalysisFinding[] = [];
  #truncated = false;
  readonly #ranks: Readonly<Record<WarningRank, Map<string, WarningGroup>>> = {
    online: new Map(),
    error: new Map(),
    warning: new Map(),
    info: new Map(),
  };

  add(finding: AnalysisFinding): void {
    if (finding.unproven === true) {
      // The list is bounded, because the search of the scripts for addresses may report one position of the page thousands of
      // times.
      if (this.#unproven.length < UNPROVEN_MAX) this.#unproven.push(finding);
      return;
    }
    this.#count(finding);
  }

  /** The findings that count only if it is not proven that the scripts send no request. */
  get unproven(): readonly AnalysisFinding[] {
    return this.#unproven;
  }

  /**
   * Counts the findings of `unproven` as making the page not offline ready. Called when it was not proven that the scripts send
   * no request.
   */
  keepUnproven(): void {
    for (const finding of this.#unproven.splice(0)) this.#count({ ...finding, unready: true });
  }

  #count(finding: AnalysisFinding): void {
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

  /** True when a finding makes the page not offline ready. */
  get isUnready(): boolean {
    return this.#online || this.#unready;
  }

  get hasExternalForm(): boolean {
    return this.#externalForm;
  }

  verdict(): PageVerdict {
    const all = RANKS.flatMap((rank) => [...this.#ranks[rank].values()]);
    return {
      publication_mode: this.#online ? 'online' : 'portable',
      offline_ready: !this.isUnready,
      warnings: all.slice(0, WARNINGS_MAX),
      truncated: this.#truncated || all.length > WARNINGS_MAX,
      external_form: this.#externalForm,
    };
  }
}
