/** Reason why a harvest (OAI-PMH download) stopped. After `later`, the same command continues it at a later time. */
export type HarvestErrorCode =
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
  | 'other_dates'
  | 'bad_state';

/** Error that stops a harvest (OAI-PMH download), with a sentence for the operator. Downloaded pages are kept. */
export class HarvestError extends Error {
  override readonly name = 'HarvestError';
  readonly code: HarvestErrorCode;

  constructor(
    code: HarvestErrorCode,
    sentence: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super(sentence, options);
    this.code = code;
  }
}

/** Error of an HTTP request of a harvest that got no usable response. */
export class HarvestRequestError extends Error {
  override readonly name = 'HarvestRequestError';
  /** Kind of the failure. After `again`, a repeated request may succeed. */
  readonly kind: 'again' | 'refused' | 'redirect' | 'too_large';
  /** URL to which the server redirected the request; empty for other kinds of failure. */
  readonly location: string;

  constructor(kind: HarvestRequestError['kind'], sentence: string, location = '') {
    super(sentence);
    this.kind = kind;
    this.location = location;
  }
}
