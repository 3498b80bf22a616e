import type { PageAddress, Verdict } from '../verdict/model/index.ts';
import type { PublishedTexts, SecretFinding } from '../secrets/index.ts';

/** The input of the thread: all that is published, and the page's address. */
export interface InspectionRequest extends PublishedTexts {
  readonly address: PageAddress;
  /** CPU time the analysis may take, ms. */
  readonly cpuMs: number;
}

/** What the thread says: secrets first, since they stand even when the analysis dies. */
export type InspectionMessage =
  | { readonly kind: 'secrets'; readonly secrets: readonly SecretFinding[] }
  | { readonly kind: 'verdict'; readonly verdict: Verdict };

/** The answer in two parts, the first long before the second. */
export interface Inspection {
  readonly secrets: Promise<readonly SecretFinding[]>;
  readonly verdict: Promise<Verdict>;
}
