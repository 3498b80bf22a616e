import type { HarvestEvent } from './harvest-events.ts';
import { HarvestError } from './harvest-fault.ts';
import type { HarvestFolder, OaiListDownloadProgress } from './harvest-folder.ts';
import type { OaiClient } from './oai-client.ts';
import type { OaiPage } from './oai-page.ts';

/** Maximum number of restarts of a list whose resumption token expired. */
const RESTARTS_MAX = 3;
/** Maximum number of pages of one list of records; a longer list is treated as endless. */
const PAGES_MAX = 1_000_000;
/** Maximum number of consecutive pages without a record; a list with more is treated as endless. */
const EMPTY_PAGES_MAX = 20;
/** Initial `mark` of a list: the digest of an earlier page, with which later pages are compared; here of none. */
export const NO_MARK = { digest: '', page: 0 };

/** Numbers of records, notices of deletion and pages that one run downloaded. */
export interface OaiListDownloadCounts {
  readonly records: number;
  readonly deleted: number;
  readonly pages: number;
}

/** Downloads one list of records of an OAI-PMH repository, page by page, to its end. Can continue an interrupted list. */
export class OaiListDownloader {
  readonly #client: OaiClient;
  readonly #folder: HarvestFolder;
  readonly #emit: (event: HarvestEvent) => void;
  #records = 0;
  #deleted = 0;
  #pages = 0;
  #restarts = 0;
  #emptyPages = 0;

  constructor(client: OaiClient, folder: HarvestFolder, emit: (event: HarvestEvent) => void) {
    this.#client = client;
    this.#folder = folder;
    this.#emit = emit;
  }

  async run(first: OaiListDownloadProgress): Promise<OaiListDownloadCounts> {
    let list: OaiListDownloadProgress | null = first;
    while (list !== null) {
      const page = await this.#client.page(this.#request(list));
      if (page.error === null) list = this.#keep(list, page);
      else if (page.error === 'noRecordsMatch') list = this.#finish(list);
      else if (page.error === 'badResumptionToken' && list.token !== '') list = this.#restart(list);
      else await this.#refuse(page.error);
    }
    return { records: this.#records, deleted: this.#deleted, pages: this.#pages };
  }

  #request({ token, from, until }: OaiListDownloadProgress): Record<string, string> {
    if (token !== '') return { verb: 'ListRecords', resumptionToken: token };
    const { prefix, set } = this.#folder.state;
    return {
      verb: 'ListRecords',
      metadataPrefix: prefix,
      ...(set === null ? {} : { set }),
      ...(from === null ? {} : { from }),
      ...(until === null ? {} : { until }),
    };
  }

  /** Stores a page of the list. Returns the new progress of the list, or null after its last page. */
  #keep(list: OaiListDownloadProgress, page: OaiPage): OaiListDownloadProgress | null {
    const { state } = this.#folder;
    const number = list.pages + 1;
    this.#emptyPages = page.records === 0 ? this.#emptyPages + 1 : 0;
    const isRepeated = page.records > 0 && page.digest === list.mark.digest;
    const isEndless = isRepeated || this.#emptyPages > EMPTY_PAGES_MAX || number > PAGES_MAX;
    if (page.token !== '' && (isEndless || page.token === list.token))
      throw new HarvestError(
        'endless_list',
        `The server repeats page ${number}: its list has no end. ${number - 1} pages are kept. Tell its operator, and harvest one set at a time (--set).`,
      );
    this.#folder.writePage(state.pages + number, this.#client.body);
    this.#pages += 1;
    this.#records += page.records;
    this.#deleted += page.deleted;
    this.#emit({ event: 'page', page: number, records: this.#records, listSize: page.listSize });
    // The mark (digest that later pages are compared with) is replaced at page 1, 2, 4, 8, …, so that a list that repeats
    // itself after any number of pages is detected.
    const mark = number >= 2 * list.mark.page ? { digest: page.digest, page: number } : list.mark;
    const next = { ...list, pages: number, token: page.token, mark };
    if (page.token === '') return this.#finish(next);
    this.#folder.save({ list: next });
    return next;
  }

  #finish({ pages, until, startedAt }: OaiListDownloadProgress): null {
    const { state } = this.#folder;
    // After a date in the future the next harvest would not request the changes between this one and that date.
    const completedAt = until !== null && until < startedAt ? until : startedAt;
    this.#folder.save({ pages: state.pages + pages, completedAt, list: null });
    return null;
  }

  /**
   * Starts a list again from its first page, because its resumption token is not valid any more. Throws HarvestError after
   * RESTARTS_MAX restarts.
   */
  #restart(list: OaiListDownloadProgress): OaiListDownloadProgress {
    this.#restarts += 1;
    if (this.#restarts > RESTARTS_MAX)
      throw new HarvestError(
        'later',
        `The server's tokens expire before the list ends. Harvest one set at a time (--set), or at another time.`,
      );
    this.#folder.dropPages(this.#folder.state.pages + 1, list.pages + 1);
    const again = { ...list, pages: 0, token: '', mark: NO_MARK };
    this.#folder.save({ list: again });
    [this.#pages, this.#records, this.#deleted] = [0, 0, 0];
    this.#emit({ event: 'restarted' });
    return again;
  }

  /** Throws HarvestError for an error code of OAI-PMH, with a sentence that explains it to the operator. */
  async #refuse(error: string): Promise<never> {
    const { address, prefix, set } = this.#folder.state;
    if (error === 'cannotDisseminateFormat') {
      const { prefixes } = await this.#client.page({ verb: 'ListMetadataFormats' });
      const names = prefixes.filter((name) => /^[\w.!~*'()-]{1,40}$/.test(name)).join(', ');
      throw new HarvestError(
        'no_format',
        `${address} does not offer the format “${prefix}”. It offers: ${names === '' ? 'none' : names} (--prefix).`,
      );
    }
    const sentence =
      set !== null && /^(?:noSetHierarchy|badArgument)$/.test(error)
        ? `${address} does not know the set “${set}” or the dates. ${address}?verb=ListSets names its sets.`
        : `${address} refuses the request${/^[a-z]{1,40}$/i.test(error) ? ` (${error})` : ''}. Check --prefix, --from and --until.`;
    throw new HarvestError('bad_request', sentence);
  }
}
