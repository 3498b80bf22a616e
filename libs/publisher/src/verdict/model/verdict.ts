import type { PublicationWarning } from '@bridge/contracts';

/**
 * The effect of a reference on a publication: `required` makes it online, `optional` and `hint` deny offline
 * readiness when a browser requests them without the visitor, `navigation` is no dependency. Spec: publishing.online.
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

/** The addresses a page is judged against; both are configuration, never taken from a request. */
export interface PageAddress {
  /** Where the page will live; relative references resolve against it. */
  readonly liveUrl: string;
  /** Hosts (with port) of the service itself; a subdomain of one counts too. */
  readonly ownHosts: readonly string[];
}

/** The answer of the analysis: a pure function of the bytes and the page's address. Spec: publishing.fetches-nothing. */
export interface Verdict {
  readonly publication_mode: 'portable' | 'online';
  /** True only when a browser that opens the page requests nothing beside the file. */
  readonly offline_ready: boolean;
  readonly warnings: readonly PublicationWarning[];
  /** True when more warnings were found than are listed. */
  readonly truncated: boolean;
  /** True when a form posts to another host, which the served policy then has to allow. */
  readonly external_form: boolean;
}

/** A place in the page's text; both from 1. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}
