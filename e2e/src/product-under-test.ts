import { inject } from 'vitest';

/** The addresses of a running product that the scenarios call. */
export interface ProductUnderTest {
  readonly baseUrl: string;
  readonly contentUrl: string;
  /** Address of /livez, /readyz and /metrics. */
  readonly internalUrl: string;
  readonly env: Readonly<Record<string, string>>;
  /** URL that creates owners (`owner-maker.ts`). */
  readonly owners: string;
}

let other: ProductUnderTest | null = null;

/** Makes the scenarios of this test file call another product than the all-in-one product of the run. */
export function useProduct(product: ProductUnderTest): void {
  other = product;
}

/** Returns the product that the scenarios of this test file call. */
export function product(): ProductUnderTest {
  return other ?? inject('product');
}
