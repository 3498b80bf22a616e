import { openBlobs } from '@bridge/blobs';
import { embeddedDatabase, missingMigrations } from '@bridge/db';
import {
  controlSocket,
  randomIds,
  readControl,
  systemClock,
  type ProcessHealth,
  type ProcessSettings,
} from '@bridge/kernel';
import { SearchEngineError } from '@bridge/search';
import type { CtlCommand } from '../command.ts';
import { withTool } from '../open-tool.ts';
import type { ArchiveOperations } from './archive-tool.ts';
import { SCHEMAS } from './migrate.ts';
import { sampleContent } from './sample-content.ts';
import { withArchiveTool } from './with-archive.ts';

/** The result of one check of `ctl doctor`. `says` describes the checked part; if the check failed, it says what to do. */
interface DoctorCheckResult {
  readonly what: string;
  readonly ok: boolean;
  readonly says: string;
}

const NODE_MAJOR = 24;
/** Maximum time in which the product must answer, ms. */
const PRODUCT_MS_MAX = 5_000;

async function finding(what: string, look: () => Promise<string>): Promise<DoctorCheckResult> {
  try {
    return { what, ok: true, says: await look() };
  } catch (error) {
    // `sentence` is written for the operator and says what to do; `message` is written for agents.
    if (error instanceof SearchEngineError) return { what, ok: false, says: error.sentence };
    return { what, ok: false, says: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Checks the database without starting Postgres: reads the health of the running product, or connects to the database of
 * BRIDGE_DB. If the product does not run and its database is embedded, reports that it is not in use.
 */
async function database(settings: ProcessSettings, health: ProcessHealth | null): Promise<string> {
  if (health !== null) return partSays(health, 'db');
  const embedded = embeddedDatabase(settings);
  if (embedded?.holder === null)
    return `${embedded.folder} is not in use; npm start runs Postgres on it`;
  if (embedded?.holder?.kind === 'service') {
    throw new Error(
      `${embedded.folder} is held by process ${embedded.holder.pid}, which does not answer on its control socket; look at its terminal`,
    );
  }
  return withTool(settings, [], async ({ db }) => {
    const lacking: string[] = [];
    for (const schema of SCHEMAS) {
      if ((await missingMigrations(db, schema)).length > 0) lacking.push(schema.schema);
    }
    if (lacking.length === 0) return 'answers, and is up to date';
    return `answers; not up to date: ${lacking.join(', ')} (ctl migrate or the next start updates this)`;
  });
}

async function archive(tool: ArchiveOperations): Promise<string> {
  const { stats, trouble } = await tool.status();
  if (trouble !== null) throw new Error(trouble);
  return `${(stats?.documents ?? 0).toLocaleString('en')} references`;
}

/**
 * Returns a sentence about a part of the running product, if the product reports the part as healthy. Otherwise throws an Error
 * with the reason that the product reports.
 */
function partSays(health: ProcessHealth, name: string): string {
  const part = health.parts.find((one) => one.part === name);
  if (part?.ok !== true) throw new Error(part?.note ?? 'is not open');
  return 'the running product is connected to it';
}

async function product(settings: ProcessSettings, health: ProcessHealth | null): Promise<string> {
  if (health?.ready === false) throw new Error('runs, and takes no traffic now');
  const address = settings.BRIDGE_BASE_URL;
  const signal = AbortSignal.timeout(PRODUCT_MS_MAX);
  try {
    const { ok, status } = await fetch(`${address}/api/agent-bridge`, { signal });
    if (ok) return `answers at ${address}`;
    throw new Error(`${address} answers with status ${status}; look at its log`);
  } catch (error) {
    if (signal.aborted)
      throw new Error(
        `${address} does not answer within ${PRODUCT_MS_MAX / 1000} s; look at its log`,
        { cause: error },
      );
    // A connection that fails is a TypeError. The product need not run for the other commands.
    if (error instanceof TypeError) return `nothing answers at ${address}; npm start starts it`;
    throw error;
  }
}

/** `ctl doctor`: checks every part that the product needs and prints what is wrong with each. */
export const doctor: CtlCommand = {
  name: 'doctor',
  about:
    'Checks runtime, database, blob store, stored content, archive and the running product, and names each problem.',
  run: async ({ settings }) => {
    const socket = controlSocket(settings);
    const health = socket === null ? null : await readControl(socket);
    const ofDatabase = await finding('database', () => database(settings, health));
    const findings = [
      await finding('runtime', async () => {
        const major = Number(process.versions.node.split('.')[0]);
        if (major < NODE_MAJOR)
          throw new Error(
            `Node ${process.versions.node}; run the command through npm, which uses Node ${NODE_MAJOR}`,
          );
        return `Node ${process.versions.node}`;
      }),
      ofDatabase,
      await finding('blob store', async () => {
        if (health !== null) return partSays(health, 'blobs');
        const store = await openBlobs('tool', { settings, ids: randomIds, clock: systemClock });
        await store.check();
        await store.close();
        return 'can be read and written';
      }),
      await finding('content', async () =>
        ofDatabase.ok ? sampleContent(settings) : 'is looked at once the database answers',
      ),
      await finding('archive', () => withArchiveTool(settings, archive)),
      await finding('product', () => product(settings, health)),
    ];
    const ok = findings.every((one) => one.ok);
    return {
      json: { ok, findings },
      text: findings
        .map((one) => `${one.ok ? 'well ' : 'WRONG'}  ${one.what.padEnd(11)} ${one.says}`)
        .join('\n'),
      ok,
    };
  },
};
