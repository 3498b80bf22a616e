import type { PublishedPageAddress, PageVerdict } from '../verdict/model/index.ts';
import type { PublicationContent, SecretFinding } from '../secrets/index.ts';

/**
 * The input of the inspection thread: all texts that a publication makes public, and the addresses on which the verdict
 * depends.
 */
export interface InspectionRequest extends PublicationContent {
  readonly address: PublishedPageAddress;
  /** Maximum CPU time of the analysis that determines mode, offline readiness and warnings, in ms. */
  readonly cpuMs: number;
}

/** A message from the inspection thread. The thread sends the secrets first, so they are known even when the analysis fails. */
export type PartialInspectionResult =
  | { readonly kind: 'secrets'; readonly secrets: readonly SecretFinding[] }
  | { readonly kind: 'verdict'; readonly verdict: PageVerdict };

/** The result of the inspection of a page: its secrets and the verdict. `secrets` resolves long before `verdict`. */
export interface PageInspectionPromises {
  readonly secrets: Promise<readonly SecretFinding[]>;
  readonly verdict: Promise<PageVerdict>;
}
