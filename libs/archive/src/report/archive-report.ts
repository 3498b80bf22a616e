import type { ArchiveStats } from '../import/archive-stats.ts';
import type { ArchiveRecord } from '../record/archive-record.ts';
import { SourceReportBuilder, type SourceReport } from './source-report.ts';

/** Contents and data problems of an archive, by source. */
export interface ArchiveReport {
  readonly version: string;
  /** Time of the import in ms since the Unix epoch. */
  readonly builtAt: number;
  readonly records: number;
  readonly sources: readonly SourceReport[];
}

/** Builds the report of an archive, record by record. */
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

  /** Returns the report. `stats` must be those of the same version; they add the numbers of records that imports rejected. */
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
