import { ROOT } from '@bridge/testing';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './axe.ts';

const PICTURES = join(ROOT, '.cache', 'screenshots');
const WIDTHS = { wide: 1_280, narrow: 320 } as const;

/**
 * Takes screenshots of a page in light and dark, wide and narrow, for people to look at. Expects no horizontal
 * scrolling and, for screens of the console, no accessibility violation.
 */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  const isConsole = new URL(page.url()).pathname.startsWith('/console');
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const [size, width] of Object.entries(WIDTHS)) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(overflow, `${name} at ${width} px scrolls sideways`).toBeLessThanOrEqual(0);
      if (isConsole) await expectAccessible(page, `${name}-${scheme}-${size}`);
      await page.screenshot({
        path: join(PICTURES, `${name}-${scheme}-${size}.png`),
        fullPage: true,
      });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: WIDTHS.wide, height: 900 });
}
