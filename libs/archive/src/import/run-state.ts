import type { TextBeforeAndAfterCleaning, CleaningStepName } from '../record/clean.ts';
import type { NotImportedRecord, ImportEvent, ImportResult, SourceImportCounts } from './events.ts';
import type { ImportDeps } from './import-options.ts';
import type { ImportRefusedError } from './refusal.ts';
import type { MakerNameRow } from './authorities.ts';
import type {
  SearchCanaryRecord,
  ImportedFile,
  DataStoredAtImportEnd,
  StoredMakerBio,
} from './target.ts';

const CANARIES_MAX = 20;

/** A person in a museum's table of makers' names: all spellings of the name, and the life dates. */
interface NameTablePerson {
  readonly spellings: Set<string>;
  life: StoredMakerBio;
}

/** The state of an import run: counts by source, refused files, test records and spellings of makers' names. */
export class ImportRunResultCollector {
  /** The first text changes that the cleaning of records made, for the import report. */
  readonly changes: TextBeforeAndAfterCleaning[] = [];
  readonly refused: ImportResult['refused'][number][] = [];
  readonly files: ImportedFile[] = [];
  /** Ids of all records that were mapped to documents; null unless the run removes missing records. */
  readonly ids: Set<string> | null;
  readonly #deps: ImportDeps;
  readonly #started: number;
  readonly #sources = new Map<string, SourceImportCounts>();
  readonly #canaries: SearchCanaryRecord[] = [];
  readonly #spellings = new Map<string, Map<string, NameTablePerson>>();

  constructor(deps: ImportDeps, removesMissing: boolean) {
    this.#deps = deps;
    this.ids = removesMissing ? new Set() : null;
    this.#started = deps.clock.monotonic();
  }

  emit(event: ImportEvent): void {
    this.#deps.onEvent?.(event);
  }

  seconds(): number {
    return (this.#deps.clock.monotonic() - this.#started) / 1000;
  }

  summaryOf(source: string): SourceImportCounts {
    const known = this.#sources.get(source);
    if (known !== undefined) return known;
    const made: SourceImportCounts = {
      source,
      read: 0,
      added: 0,
      changed: 0,
      unchanged: 0,
      kept: 0,
      removed: 0,
      bad: 0,
      withImage: 0,
      withYears: 0,
      withFreeMedia: 0,
      reasons: {},
      cleaned: {},
      seconds: 0,
    };
    this.#sources.set(source, made);
    return made;
  }

  /** Adds the number of text changes of each cleaning step to the counts of a source. */
  cleaned(steps: ReadonlyMap<CleaningStepName, number>, source: string): void {
    const { cleaned } = this.summaryOf(source);
    for (const [step, times] of steps) cleaned[step] = (cleaned[step] ?? 0) + times;
  }

  /** Adds text changes to those that are reported, up to `max` in total. */
  show(changes: readonly TextBeforeAndAfterCleaning[], max: number): void {
    this.changes.push(...changes.slice(0, Math.max(0, max - this.changes.length)));
  }

  bad(record: NotImportedRecord, source: string): void {
    const summary = this.summaryOf(source);
    summary.bad += 1;
    summary.reasons[record.reason] = (summary.reasons[record.reason] ?? 0) + 1;
    this.emit({ event: 'bad', record });
  }

  refuse(file: string, refusal: ImportRefusedError): void {
    const told = { file, code: refusal.code, sentence: refusal.message };
    this.refused.push(told);
    this.emit({ event: 'refused', ...told });
  }

  /** Adds a test record: a search for its title in the new index must find it before the index serves. */
  canary(canary: SearchCanaryRecord): void {
    if (this.#canaries.length < CANARIES_MAX && canary.title !== '') this.#canaries.push(canary);
  }

  /** Adds a row of a museum's table of makers' names: a spelling of a name, and nationality and life dates if it has them. */
  spelling(table: string, { key, spelling, life }: MakerNameRow): void {
    const people = this.#spellings.get(table) ?? new Map<string, NameTablePerson>();
    this.#spellings.set(table, people);
    const person = people.get(key) ?? { spellings: new Set(), life: [] };
    people.set(key, person);
    person.spellings.add(spelling);
    if (life !== undefined) person.life = life;
  }

  hasNames(): boolean {
    return this.#spellings.size > 0;
  }

  writes(): number {
    let writes = 0;
    for (const { added, changed, removed } of this.#sources.values())
      writes += added + changed + removed;
    return writes;
  }

  totals(): { read: number; bad: number } {
    let [read, bad] = [0, 0];
    for (const summary of this.#sources.values())
      [read, bad] = [read + summary.read, bad + summary.bad];
    return { read, bad };
  }

  summaries(): SourceImportCounts[] {
    return [...this.#sources.values()];
  }

  end(): DataStoredAtImportEnd {
    const names = [...this.#spellings].map(([table, people]) => ({
      table,
      groups: [...people.values()].map(({ spellings }) => [...spellings]),
      lives: [...people.values()].map(({ life }) => life),
    }));
    return { names, files: this.files, canaries: this.#canaries };
  }
}
