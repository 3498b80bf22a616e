import { newOwner, startSplit, type TestOwner, type SplitProduct } from '@bridge/testing';
import { act, createDraft } from '../act.ts';
import { median } from '../load.ts';
import { cpuMs } from '../process.ts';
import { type ProgressPrinter, row, type BenchComparisonRow } from '../table.ts';

/** Number of accounts. In each account, agents write and consoles watch; an account may have at most 4 event streams. */
const ACCOUNTS = 5;
const AGENTS = 16;
const CONSOLES_EACH = 4;
const PATCHES_EACH = 40;
const ROUNDS = 3;
const GOAL = 1.3;
const SCOPES = ['worlds.found', 'builder.create', 'builder.patch'] as const;

/** An agent with its website, which it patches repeatedly. */
interface WritingAgent {
  readonly key: string;
  readonly pageId: number;
  revision: number;
}

async function makeWriter(
  { baseUrl }: SplitProduct,
  owner: TestOwner,
  name: string,
): Promise<WritingAgent> {
  const { secret: key } = await owner.makeKey({ scopes: SCOPES });
  const word = `watched-${name}-w`;
  await act(baseUrl, key, 'worlds.found', { word, idempotency_key: `found-${word}` });
  const pageId = await createDraft(baseUrl, key, {
    title: 'Watched',
    word,
    raw_html: '<p>text 1<',
    idempotency_key: `create-${word}`,
  });
  return { key, pageId, revision: 1 };
}

async function write({ baseUrl }: SplitProduct, writer: WritingAgent): Promise<void> {
  for (let n = 0; n < PATCHES_EACH; n += 1) {
    const { key, pageId, revision } = writer;
    await act(baseUrl, key, 'builder.patch', {
      page_id: pageId,
      expected_revision: revision,
      patch_ops: [{ op: 'replace_text', old: `text ${revision}<`, new: `text ${revision + 1}<` }],
      idempotency_key: `patch-${pageId}-${revision}`,
    });
    writer.revision += 1;
  }
}

/** Opens event streams of consoles and reads them. Returns a function that closes them. */
async function watch({ baseUrl }: SplitProduct, owners: readonly TestOwner[]): Promise<() => void> {
  const leaving = new AbortController();
  const read = async (owner: TestOwner): Promise<void> => {
    const response = await fetch(`${baseUrl}/api/console/events`, {
      headers: { cookie: owner.cookie },
      signal: leaving.signal,
    });
    if (!response.ok) throw new Error(`a stream answered ${response.status}`);
    void response.body?.pipeTo(new WritableStream()).catch(() => undefined);
  };
  await Promise.all(
    owners.flatMap((owner) => Array.from({ length: CONSOLES_EACH }, () => read(owner))),
  );
  return () => leaving.abort();
}

/** Returns the CPU time of the gateway per patch, in ms, while all agents write. */
async function cpuOfPatch(split: SplitProduct, writers: readonly WritingAgent[]): Promise<number> {
  const pid = split.replicas.find(({ service }) => service === 'gateway')?.program.pid ?? 0;
  const from = cpuMs(pid);
  await Promise.all(writers.map((writer) => write(split, writer)));
  return (cpuMs(pid) - from) / (writers.length * PATCHES_EACH);
}

/** Compares the gateway's CPU time per patch of 16 agents: while 20 consoles watch their accounts, and without consoles. */
export async function watcherRows(say: ProgressPrinter): Promise<readonly BenchComparisonRow[]> {
  say(`${AGENTS} agents write, with ${ACCOUNTS * CONSOLES_EACH} consoles and without`);
  const split = await startSplit({ env: { BRIDGE_LIMITS: 'off' }, replicas: { gateway: 1 } });
  try {
    const owners: TestOwner[] = [];
    for (let n = 0; n < ACCOUNTS; n += 1) owners.push(await newOwner(split.baseUrl, split.env));
    const writers: WritingAgent[] = [];
    for (let n = 0; n < AGENTS; n += 1) {
      const owner = owners[n % ACCOUNTS];
      if (owner !== undefined) writers.push(await makeWriter(split, owner, String(n)));
    }
    // The first round warms up the processes and is not measured.
    await cpuOfPatch(split, writers);
    const [alone, watched]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(await cpuOfPatch(split, writers));
      const leave = await watch(split, owners);
      watched.push(await cpuOfPatch(split, writers));
      leave();
    }
    const name = `gateway CPU of a patch, ${ACCOUNTS * CONSOLES_EACH} consoles watching / none`;
    return [row(name, [median(watched), 'ms'], [median(alone), 'ms'], ['<=', GOAL])];
  } finally {
    await split.stop();
  }
}
