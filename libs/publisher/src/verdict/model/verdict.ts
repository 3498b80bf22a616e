import type { PublicationWarning } from '@bridge/contracts';

/**
 * The effect that a reference to another host has on the verdict: `required` gives the page the mode `online`. `optional` and
 * `hint` make it not offline ready when a browser requests them without an action of the visitor. `navigation` has no effect.
 * Spec: publishing.online.
 */
export type ReferenceEffectOnVerdict = 'required' | 'optional' | 'hint' | 'navigation';

/** The codes of all warnings that a verdict on a page can have. Spec: publishing.warnings. */
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

/**
 * The address of the page and the hosts of the service; the references of the page are resolved against them and compared with
 * them. They come from the settings, not from a request.
 */
export interface PublishedPageAddress {
  /** The address at which the page is or will be published. Relative references are resolved against it. */
  readonly liveUrl: string;
  /** The hosts (with port) of this service. Their subdomains count as own hosts too. */
  readonly ownHosts: readonly string[];
}

/**
 * The result of the analysis of a page. It depends only on the page's bytes and the `PublishedPageAddress`.
 * Spec: publishing.fetches-nothing.
 */
export interface PageVerdict {
  readonly publication_mode: 'portable' | 'online';
  /** True only when it is proven that a browser which opens the page requests nothing else. */
  readonly offline_ready: boolean;
  readonly warnings: readonly PublicationWarning[];
  /** True when warnings were left out because there were too many. */
  readonly truncated: boolean;
  /** True when a form sends to another host. The Content-Security-Policy of the page must then allow it. */
  readonly external_form: boolean;
}

/** A position in the page's text; line and column count from 1. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}
