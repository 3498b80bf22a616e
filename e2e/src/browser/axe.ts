import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** An accessibility rule of axe-core that a page breaks, with the elements that break it. */
interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Expects that axe-core reports no accessibility violation in the page in its current state. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(SOURCE);
  const violations = await page.evaluate<readonly AxeViolation[]>(
    'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations)',
  );
  const said = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((one) => one.html).join(' ')}`,
  );
  expect(said, name).toEqual([]);
}
