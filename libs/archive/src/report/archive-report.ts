import type { ArchiveStats } from '../import/archive-stats.ts';
import type { ArchiveRecord } from '../record/archive-record.ts';
import { SourceReportBuilder, type SourceReport } from './source-report.ts';

/** The content of the archive and the data problems of its records, by source. */
export interface ArchiveReport {
  readonly version: string;
  /** Time at which the index version was built, in ms since the Unix epoch. */
  readonly builtAt: number;
  readonly records: number;
  readonly sources: readonly SourceReport[];
}

/** Builds the report on the archive: counts its records one by one, by source. */
export class ArchiveReportBuilder {
  readonly #sources = new Map<string, SourceReportBuilder>();
  #records = 0;

  get records(): number {
    return this.#records;
  }

  add(record: ArchiveRecord): void {
    this.#records += 1;
    let source = this.#sources.get(record.source);
    if (source === undefined) {
      source = new SourceReportBuilder(record.source);
      this.#sources.set(record.source, source);
    }
    source.add(record);
  }

  /** Returns the report. `stats` are those of the same index version; they add how many records the imports rejected. */
  report(stats: ArchiveStats): ArchiveReport {
    const sources = [...this.#sources.values()].map((one) => one.report(stats.files));
    return {
      version: stats.version,
      builtAt: stats.builtAt,
      records: this.#records,
      sources: sources.sort((a, b) => b.records - a.records || (a.source < b.source ? -1 : 1)),
    };
  }
}
