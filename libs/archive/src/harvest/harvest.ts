import type { HarvestEvent } from './harvest-events.ts';
import { HarvestError } from './harvest-fault.ts';
import {
  HarvestFolder,
  type OaiListDownloadProgress,
  type StoredHarvestProgress,
} from './harvest-folder.ts';
import { OaiListDownloader, NO_MARK } from './list-harvest.ts';
import { OaiClient, type OaiClientDeps } from './oai-client.ts';
import type { OaiPage } from './oai-page.ts';

/** Repository, folder and date range of a harvest (OAI-PMH download). */
export interface HarvestOptions {
  readonly address: string;
  /** Metadata prefix, the name of the format of the records: `oai_dc`, or another one that the server supports. */
  readonly prefix: string;
  readonly set: string | null;
  readonly folder: string;
  /** First date of change of the requested records; null for all changes since the last complete list. */
  readonly from: string | null;
  readonly until: string | null;
  /** True to download all records again. */
  readonly restart: boolean;
}

/** Result of a complete harvest. */
export interface HarvestResult {
  readonly repository: string;
  /** Whether the server reports deleted records: `no`, `transient` or `persistent`. */
  readonly deletedRecord: string;
  /** First date of change of the requested records; null when all records were requested. */
  readonly from: string | null;
  readonly records: number;
  readonly deleted: number;
  readonly pages: number;
  /** Paths of the stored pages that were not imported yet. */
  readonly files: readonly string[];
  /** Name of the collection into which earlier pages were imported; null before the first import. */
  readonly source: string | null;
}

/** The dependencies of `harvest`, which downloads the records of an OAI-PMH repository. */
export type HarvestDeps = Omit<OaiClientDeps, 'onWait'> & {
  readonly onEvent?: (event: HarvestEvent) => void;
};

/** Matches a time in the format of OAI-PMH. */
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/**
 * Downloads the records of an OAI-PMH repository into files for `importArchive`: the first time all records, later only changed
 * ones. Continues an interrupted download. Throws HarvestError.
 */
export async function harvest(options: HarvestOptions, deps: HarvestDeps): Promise<HarvestResult> {
  const { address, prefix, set } = options;
  const emit = (event: HarvestEvent): void => deps.onEvent?.(event);
  const onWait = (seconds: number, reason: string): void =>
    emit({ event: 'wait', seconds, reason });
  const client = new OaiClient(address, { ...deps, onWait });
  const folder = new HarvestFolder(options.folder, { address, prefix, set });
  const identity = await client.page({ verb: 'Identify' });
  if (identity.error !== null || !ISO_TIME.test(identity.responseDate))
    throw new HarvestError(
      'not_oai',
      `${address} does not identify itself as a repository of OAI-PMH.`,
    );
  const { repository, deletedRecord } = identity;
  emit({ event: 'repository', name: repository, deletedRecord });
  if (options.restart) folder.clear();
  const fresh = newList(folder.state, options, identity);
  const list = folder.state.list ?? fresh;
  if (folder.state.list !== null) {
    refuseOtherDates(list, fresh, options);
    emit({ event: 'continued', pages: list.pages });
  }
  const counts = await new OaiListDownloader(client, folder, emit).run(list);
  const { pages, imported, source } = folder.state;
  const files = Array.from({ length: pages - imported }, (_, at) => folder.file(imported + 1 + at));
  return { repository, deletedRecord, from: list.from, ...counts, files, source };
}

/** Stores in the harvest's folder that all its pages were imported into the collection `source`. */
export function noteImported(options: HarvestOptions, source: string): void {
  const folder = new HarvestFolder(options.folder, options);
  folder.save({ imported: folder.state.pages, source });
}

/** Throws HarvestError when the command names other dates than the unfinished list, whose dates cannot change any more. */
function refuseOtherDates(
  { from, until }: OaiListDownloadProgress,
  fresh: OaiListDownloadProgress,
  options: HarvestOptions,
): void {
  const isOther =
    (options.from !== null && fresh.from !== from) ||
    (options.until !== null && fresh.until !== until);
  if (!isOther) return;
  const dates = `${from === null ? 'all changes' : `changes since ${from}`}${until === null ? '' : ` until ${until}`}`;
  throw new HarvestError(
    'other_dates',
    `${options.folder} holds an unfinished list of ${dates}. Leave out --from and --until to finish it first, or give --restart or another folder (--folder).`,
  );
}

function newList(
  state: StoredHarvestProgress,
  options: HarvestOptions,
  identity: OaiPage,
): OaiListDownloadProgress {
  const isDay = !identity.granularity.includes('T');
  const date = (text: string | null, time: string): string | null => {
    if (text === null || isDay) return text?.slice(0, 10) ?? null;
    return text.length === 10 ? `${text}T${time}Z` : text;
  };
  return {
    from: date(options.from ?? state.completedAt, '00:00:00'),
    // OAI-PMH includes `until`, so a day ends with its last second.
    until: date(options.until, '23:59:59'),
    startedAt: identity.responseDate,
    pages: 0,
    token: '',
    mark: NO_MARK,
  };
}
