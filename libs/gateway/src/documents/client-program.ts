import { readFileSync } from 'node:fs';
import { PRODUCT, type Links } from '@bridge/contracts';

const SOURCE = new URL('./files/agent-bridge.mjs', import.meta.url);

/** The single-file client as this installation serves it: with its own address and version written in. */
export function clientProgram(links: Pick<Links, 'base'>): string {
  return readFileSync(SOURCE, 'utf8')
    .replaceAll('{{base}}', links.base)
    .replaceAll('{{version}}', PRODUCT.version);
}
