import type { PageAddress, Verdict } from '../verdict/model.ts';
import type { SecretCandidate, SecretFinding } from '../secret-search.ts';

/** What is asked of the thread: the composed page (UTF-8) and its address. */
export interface InspectionRequest {
  readonly html: Uint8Array;
  /** Published with the page, so searched for secrets too. */
  readonly title: string;
  readonly address: PageAddress;
  /** CPU time the analysis may take, ms. */
  readonly cpuMs: number;
}

/** What the thread says: secrets first, since they stand even when the analysis dies. */
export type InspectionMessage =
  | { readonly kind: 'secrets'; readonly candidates: readonly SecretCandidate[] }
  | { readonly kind: 'verdict'; readonly verdict: Verdict };

/** The answer in two parts, the first long before the second. */
export interface Inspection {
  readonly secrets: Promise<readonly SecretFinding[]>;
  readonly verdict: Promise<Verdict>;
}
