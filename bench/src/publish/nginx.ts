import { findProgram, freePort, startProgram } from '@bridge/testing';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProgressPrinter } from '../table.ts';

const PROGRAM = '/usr/sbin/nginx';

/**
 * nginx configuration: one worker process, because the service sites runs as one process too. The other settings are Debian's
 * defaults.
 */
const config = (
  folder: string,
  port: number,
): string => `worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 512; }
http { access_log ${folder}/access.log; sendfile on; tcp_nopush on; keepalive_requests 100000000;
  client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c; uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
  server { listen 127.0.0.1:${port}; root ${folder}/html; } }
`;

function program(say: ProgressPrinter): string | null {
  const found = findProgram('nginx') ?? (existsSync(PROGRAM) ? PROGRAM : null);
  if (found !== null) return found;
  if (process.getuid?.() === 0 && findProgram('apt-get') !== null) {
    say('installing nginx to measure against');
    try {
      execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'nginx-light'], {
        stdio: 'ignore',
      });
    } catch {
      // A failed installation is reported below, where the program is looked for again.
    }
    if (existsSync(PROGRAM)) return PROGRAM;
  }
  say('no nginx on this machine and none could be installed: not measured against');
  return null;
}

/** Starts nginx with this page as its index. Without nginx it prints the reason and returns null. */
export async function startNginx(
  page: string,
  say: ProgressPrinter,
): Promise<{ readonly url: string; readonly pid: number; stop(): Promise<void> } | null> {
  const path = program(say);
  if (path === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'bridge-nginx-'));
  // The nginx worker does not run as root and must read this folder.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'html'));
  writeFileSync(join(folder, 'html', 'index.html'), page);
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, config(folder, port));
  const url = `http://127.0.0.1:${port}/`;
  const ready = (): Promise<boolean> =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  const master = await startProgram(path, ['-c', file], ready, {});
  const children = readFileSync(`/proc/${master.pid}/task/${master.pid}/children`, 'utf8');
  return {
    url,
    pid: Number(children.trim().split(' ')[0]),
    stop: async () => {
      await master.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
