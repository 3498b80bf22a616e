import { inject } from 'vitest';

/** A running product, as scenarios use it. */
export interface ProductUnderTest {
  readonly baseUrl: string;
  readonly contentUrl: string;
  /** Address of /livez, /readyz and /metrics. */
  readonly internalUrl: string;
  readonly env: Readonly<Record<string, string>>;
  /** Address that creates owners (owner-maker.ts). */
  readonly owners: string;
}

let other: ProductUnderTest | null = null;

/** Lets the scenarios of this test file run on another product than the all-in-one of the run. */
export function useProduct(product: ProductUnderTest): void {
  other = product;
}

/** The product of this run. */
export function product(): ProductUnderTest {
  return other ?? inject('product');
}
