import type { Settings } from '@bridge/kernel';
import { resolve } from 'node:path';

/** What the start screen asks of the gateway: the one-time link while there is no owner. */
interface Gateway {
  firstOwnerLink(): Promise<string | null>;
}

const LABEL_WIDTH = 16;

/** True when a person watches: one line of progress moves, and goes when all is ready. */
function watched(): boolean {
  return process.stdout.isTTY;
}

function line(label: string, value: string): string {
  return `  ${label.padEnd(LABEL_WIDTH)}${value}`;
}

/** Shows which part has opened. */
export function sayOpened(name: string): void {
  if (watched()) process.stdout.write(`\r\u001b[2K  starting ${name}…`);
}

/** Prints where everything is, aligned and ready to copy. */
export async function sayReady(gateway: Gateway, settings: Settings, ms: number): Promise<void> {
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
        : 'open the link above, or run npm run try in another terminal',
    ),
    line('Stop', 'Ctrl-C'),
    '',
  ];
  process.stdout.write(`${watched() ? '\r\u001b[2K' : ''}${lines.join('\n')}\n`);
}

/** Prints what the person at the terminal should know while the product runs: what is wrong, what to do, what healed. */
export function sayTrouble(sentence: string): void {
  process.stdout.write(`${watched() ? '\r\u001b[2K' : ''}${sentence}\n`);
}

/** Says that the end has begun. */
export function sayStopping(): void {
  process.stdout.write(`${watched() ? '\r\u001b[2K' : ''}Stopping; the data stays where it is.\n`);
}
