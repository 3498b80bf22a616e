/** Reason why a harvest stopped. After `later` the same command continues it. */
export type HarvestFaultCode =
  | 'bad_address'
  | 'unreachable'
  | 'redirect'
  | 'later'
  | 'refused'
  | 'not_oai'
  | 'too_large'
  | 'no_format'
  | 'bad_request'
  | 'endless_list'
  | 'other_harvest'
  | 'bad_state';

/** Error that stops a harvest, with a sentence for the operator. Downloaded pages are kept. */
export class HarvestFault extends Error {
  override readonly name = 'HarvestFault';
  readonly code: HarvestFaultCode;

  constructor(
    code: HarvestFaultCode,
    sentence: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super(sentence, options);
    this.code = code;
  }
}

/** Error of a harvest request that got no usable answer. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure';
  /** Kind of the failure; after `again` a retry may succeed. */
  readonly kind: 'again' | 'refused' | 'redirect' | 'too_large';
  /** Target URL of a refused redirect. */
  readonly location: string;

  constructor(kind: FetchFailure['kind'], sentence: string, location = '') {
    super(sentence);
    this.kind = kind;
    this.location = location;
  }
}
