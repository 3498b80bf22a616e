import type { ProcessSettings } from '@bridge/kernel';
import { resolve } from 'node:path';

/**
 * The part of the gateway module that the start screen calls. `firstOwnerLink` returns a one-time link for creating the first
 * owner; null when an owner exists.
 */
interface FirstOwnerLinkProvider {
  firstOwnerLink(): Promise<string | null>;
}

const LABEL_WIDTH = 16;

/** True when standard output is a terminal. On a terminal, progress overwrites one line until the product is ready. */
function isTerminal(): boolean {
  return process.stdout.isTTY;
}

function line(label: string, value: string): string {
  return `  ${label.padEnd(LABEL_WIDTH)}${value}`;
}

/** Shows on a terminal which module has just started; prints nothing when the output is no terminal. */
export function printProgress(name: string): void {
  if (isTerminal()) process.stdout.write(`\r\u001b[2K  starting ${name}…`);
}

/** Prints the addresses of the product when it is ready. `ms`: duration of the start. */
export async function printReady(
  gateway: FirstOwnerLinkProvider,
  settings: ProcessSettings,
  ms: number,
): Promise<void> {
  const link = await gateway.firstOwnerLink();
  const lines = [
    `Agent Bridge is ready in ${(ms / 1_000).toFixed(1)} s.`,
    '',
    line('Console', `${settings.BRIDGE_BASE_URL}/console`),
    line('Content origin', settings.BRIDGE_CONTENT_URL),
    line('MCP', `${settings.BRIDGE_BASE_URL}/api/mcp`),
    line('Data', resolve(settings.BRIDGE_DATA)),
    ...(link === null ? [] : [line('First owner', `${link}   (open it once, within a day)`)]),
    '',
    line(
      'Next',
      link === null
        ? 'npm run try   shows an agent’s journey, in another terminal'
        : 'open the link above; npm run try shows an agent’s journey, in another terminal',
    ),
    line('Stop', 'Ctrl-C'),
    '',
  ];
  process.stdout.write(`${isTerminal() ? '\r\u001b[2K' : ''}${lines.join('\n')}\n`);
}

/** Prints a sentence about a problem and its remedy, or about the end of a problem, while the product runs. */
export function printNotice(sentence: string): void {
  process.stdout.write(`${isTerminal() ? '\r\u001b[2K' : ''}${sentence}\n`);
}

/** Prints that the product is stopping. */
export function printStopping(): void {
  process.stdout.write(
    `${isTerminal() ? '\r\u001b[2K' : ''}Stopping; the data stays where it is.\n`,
  );
}
