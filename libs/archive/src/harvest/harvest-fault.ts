/** Why a harvest stops. `later`: it continues when the command runs again. */
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

/** A harvest that cannot go on, with a sentence for the operator. Pages that were harvested before are kept. */
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

/** A request without an answer. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure';
  /** `again`: a repetition may succeed. */
  readonly kind: 'again' | 'refused' | 'redirect' | 'too_large';
  /** The address that a redirect names. */
  readonly location: string;

  constructor(kind: FetchFailure['kind'], sentence: string, location = '') {
    super(sentence);
    this.kind = kind;
    this.location = location;
  }
}
