import { openBlobs, sha256Of } from '@bridge/blobs';
import { randomIds, readSettings, systemClock } from '@bridge/kernel';
import type { SplitProduct } from '@bridge/testing';
import { Agent, request } from 'node:http';
import pg from 'pg';

const AT_ONCE = 16;
/** First page_id of the copied test pages, far above the ids that the product assigns. */
const FIRST_ID = 1_000_000_000;
const READS_PER_LOOK = 250;

async function inParallel(count: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < count) await work(next++);
    }),
  );
}

/**
 * Adds `pages` different public pages by storing their bytes and copying database rows. Real publications would take much
 * longer. Returns the Host headers of the pages.
 */
export async function fillWithPages(
  split: SplitProduct,
  basis: number,
  pages: number,
  pageOf: (n: number) => string,
): Promise<readonly string[]> {
  const pool = new pg.Pool({ connectionString: split.servers.postgres.url, max: 1 });
  const settings = readSettings(split.env);
  const store = await openBlobs('tool', { settings, ids: randomIds, clock: systemClock });
  try {
    const found = await pool.query<{ publication_id: string }>(
      'select publication_id from builder.snapshot where page_id = $1',
      [basis],
    );
    const folder = `snap/${found.rows[0]?.publication_id ?? ''}`;
    const made: { readonly object: string; readonly bytes: number; readonly sha256: string }[] = [];
    await inParallel(pages, async (n) => {
      const bytes = Buffer.from(pageOf(n), 'utf8');
      const sha256 = await sha256Of(bytes);
      await store.put(`${folder}/${sha256}`, bytes, sha256);
      made[n] = { object: `${folder}/${sha256}`, bytes: bytes.byteLength, sha256 };
    });
    const rows = JSON.stringify(
      made.map(({ object, bytes, sha256 }, n) => ({
        page_id: FIRST_ID + n,
        page_object: object,
        page_bytes: bytes,
        page_sha256: sha256,
      })),
    );
    const without = `'{"br_object":null,"br_bytes":null,"br_sha256":null,"gzip_object":null,"gzip_bytes":null,"gzip_sha256":null}'`;
    // The copied pages have no revisions and publications, because reads do not need them; this setting disables foreign keys.
    await pool.query(`set session_replication_role = replica`);
    await pool.query(
      `insert into builder.snapshot select (jsonb_populate_record(s, ${without}::jsonb || page)).*
         from builder.snapshot s, jsonb_array_elements($2::jsonb) page where s.page_id = $1`,
      [basis, rows],
    );
    await pool.query(
      `insert into builder.live select (jsonb_populate_record(l, jsonb_build_object('page_id', page -> 'page_id'))).*
         from builder.live l, jsonb_array_elements($2::jsonb) page where l.page_id = $1`,
      [basis, rows],
    );
    const { host } = new URL(split.contentUrl);
    return made.map((_, n) => `p${FIRST_ID + n}.${host}`);
  } finally {
    await store.close();
    await pool.end();
  }
}

function read(port: string, host: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, agent, headers: { host } }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${host} answered ${response.statusCode ?? 0}`));
      });
    });
    outgoing.on('error', reject).end();
  });
}

/** Reads every page once. Meanwhile calls `look` repeatedly, and returns the largest number that it returned. */
export async function readEveryPage(
  split: SplitProduct,
  hosts: readonly string[],
  look: () => number,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const { port } = new URL(split.contentUrl);
  let most = look();
  await inParallel(hosts.length, async (n) => {
    await read(port, hosts[n] ?? '', agent);
    if (n % READS_PER_LOOK === 0) most = Math.max(most, look());
  });
  agent.destroy();
  return Math.max(most, look());
}
