import { request } from 'node:http';
import { join, resolve } from 'node:path';
import type { ProcessHealth } from './health.ts';
import type { Settings } from './settings.ts';

/** Unix socket paths are at most 107 bytes long on Linux, 103 on macOS. */
const PATH_BYTES_MAX = 100;
const ANSWER_MS_MAX = 8_000;

/**
 * Path of the socket in BRIDGE_DATA on which the all-in-one serves its health to tools on the same machine; null on
 * Windows and for a folder with a long path.
 */
export function controlSocket(settings: Pick<Settings, 'BRIDGE_DATA'>): string | null {
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
    // A program of the same release wrote the text, on a socket that only this user may open.
    return JSON.parse(text) as ProcessHealth;
  } catch {
    return null;
  }
}
