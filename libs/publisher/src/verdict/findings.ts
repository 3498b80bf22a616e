import type { PublicationWarning } from '@bridge/contracts';
import { WARNING_TEXTS } from './messages.ts';
import type { Place, Verdict, WarningCode } from './model.ts';

/** One thing found. */
export interface Finding {
  readonly code: WarningCode;
  readonly url?: string | undefined;
  readonly element?: string | undefined;
  readonly place?: Place | undefined;
  /** Makes the publication online. */
  readonly online?: boolean;
  /** Denies offline readiness. */
  readonly unready?: boolean;
  readonly severity?: 'info';
}

/** `LIMITS.warningsMax` of the contract, repeated because the parsing thread loads no contract; a test holds them equal. */
export const WARNINGS_MAX = 100;

type Row = PublicationWarning & { count: number };

/** What must survive when there are more warnings than may be listed: what decided the mode, then by severity. */
const RANKS = ['online', 'error', 'warning', 'info'] as const;
type Rank = (typeof RANKS)[number];

/**
 * Gathers findings in bounded memory: grouped by code and address, at most `WARNINGS_MAX` groups per rank; the flags
 * that decide the verdict count every finding. Source: publish design D4, D5.
 */
export class Findings {
  #online = false;
  #unready = false;
  #externalForm = false;
  #truncated = false;
  readonly #ranks: Readonly<Record<Rank, Map<string, Row>>> = {
    online: new Map(),
    error: new Map(),
    warning: new Map(),
    info: new Map(),
  };

  add(finding: Finding): void {
    if (finding.online === true) this.#online = true;
    if (finding.unready === true) this.#unready = true;
    if (finding.code === 'external_form') this.#externalForm = true;
    const text = WARNING_TEXTS[finding.code];
    const severity = finding.severity ?? text.severity;
    const rows = this.#ranks[finding.online === true ? 'online' : severity];
    const key = `${finding.code}\u0000${finding.url ?? ''}`;
    const known = rows.get(key);
    if (known !== undefined) {
      known.count += 1;
      return;
    }
    if (rows.size >= WARNINGS_MAX) {
      this.#truncated = true;
      return;
    }
    rows.set(key, {
      code: finding.code,
      severity,
      message: text.message,
      ...(finding.url === undefined ? {} : { url: finding.url }),
      ...(finding.element === undefined ? {} : { element: finding.element }),
      ...(finding.place === undefined ? {} : finding.place),
      count: 1,
    });
  }

  /** True once something was found that a browser would ask another host for. */
  get online(): boolean {
    return this.#online;
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
