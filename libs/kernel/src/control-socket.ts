import { request } from 'node:http';
import { join, resolve } from 'node:path';
import type { ProcessHealth } from './health.ts';
import type { ProcessSettings } from './settings.ts';

/** Maximum length in bytes of a Unix socket path that the product uses; Linux allows 107, macOS 103. */
const PATH_BYTES_MAX = 100;
const ANSWER_MS_MAX = 8_000;

/**
 * Returns the path of the Unix socket on which the all-in-one (all services in one process) serves its health to local tools;
 * null on Windows and for a data folder whose path is too long.
 */
export function controlSocket(settings: Pick<ProcessSettings, 'BRIDGE_DATA'>): string | null {
  const path = join(resolve(settings.BRIDGE_DATA), 'control.sock');
  const isPossible = process.platform !== 'win32' && Buffer.byteLength(path) <= PATH_BYTES_MAX;
  return isPossible ? path : null;
}

/** Reads the health of the program that serves this socket; null when no program answers. */
export function readControl(path: string): Promise<ProcessHealth | null> {
  return new Promise((settle) => {
    const call = request(
      { socketPath: path, path: '/readyz', timeout: ANSWER_MS_MAX },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        response.once('error', () => settle(null));
        response.once('end', () => settle(parseHealth(text)));
      },
    );
    call.once('timeout', () => call.destroy());
    call.once('error', () => settle(null));
    call.end();
  });
}

function parseHealth(text: string): ProcessHealth | null {
  try {
    // The text is not validated: only this user can open the socket, and a program of the same release wrote the text.
    return JSON.parse(text) as ProcessHealth;
  } catch {
    return null;
  }
}
