import type { PublicationWarning } from '@bridge/contracts';

/**
 * The effect of a reference on a publication: `required` makes it online; `optional` and `hint` deny offline readiness when
 * a browser requests them without an action of the visitor; `navigation` has no effect. Spec: publishing.online.
 */
export type ReferenceClass = 'required' | 'optional' | 'hint' | 'navigation';

/** The closed list of warning codes. Spec: publishing.warnings. */
export type WarningCode =
  | 'external_script'
  | 'external_style'
  | 'external_image'
  | 'external_media'
  | 'external_font'
  | 'external_frame'
  | 'external_import'
  | 'external_module'
  | 'external_worker'
  | 'external_object'
  | 'runtime_external'
  | 'runtime_unknown'
  | 'script_unparsed'
  | 'missing_asset'
  | 'missing_page'
  | 'base_external'
  | 'mixed_content'
  | 'same_service_reference'
  | 'analysis_incomplete'
  | 'optional_external'
  | 'external_hint'
  | 'external_form'
  | 'meta_refresh'
  | 'no_doctype'
  | 'no_charset'
  | 'no_title'
  | 'no_lang'
  | 'no_viewport'
  | 'duplicate_id'
  | 'unclosed_markup'
  | 'large_inline';

/** The addresses against which the references of a page are resolved and compared. They come from the settings, not from a request. */
export interface PageAddress {
  /** The future address of the page; relative references are resolved against it. */
  readonly liveUrl: string;
  /** Hosts (with port) of the service itself, including their subdomains. */
  readonly ownHosts: readonly string[];
}

/** The result of the analysis: a pure function of the page's bytes and address. Spec: publishing.fetches-nothing. */
export interface Verdict {
  readonly publication_mode: 'portable' | 'online';
  /** True only when it is proven that a browser that opens the page requests no other resource. */
  readonly offline_ready: boolean;
  readonly warnings: readonly PublicationWarning[];
  /** True when the list of warnings was cut. */
  readonly truncated: boolean;
  /** True when a form posts to another host, so that the served policy must allow it. */
  readonly external_form: boolean;
}

/** A position in the page's text; line and column count from 1. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}
