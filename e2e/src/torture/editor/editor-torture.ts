import { newOwner, startProduct, type TestOwner, type AllInOneProcess } from '@bridge/testing';
import type { WebsiteRecord } from '@bridge/contracts';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import { openBrowser, signInBrowser } from '../../browser/browser.ts';
import { callOn } from '../../call.ts';
import { checkRevisions } from '../check-revisions.ts';
import { TortureRunHistory } from '../history.ts';
import { prng, type SeededRandom } from '../prng.ts';
import type { TortureRunResults } from '../report.ts';
import { patchUntil, type WritingSchedule, type PatchingAgent } from './agents.ts';
import { checkMarks } from './check-marks.ts';
import { SimulatedPerson } from './person.ts';
import { RevisionHtmlRecorder } from './revisions-seen.ts';
import { BrowserChangeRecorder } from './saves.ts';
import { firstHtml, type LineSlotCounts } from './slots.ts';

/** Options of a torture run of the editor. */
export interface EditorTortureOptions {
  readonly seed: number;
  /** Duration of the writing, in ms. */
  readonly totalMs: number;
  readonly onStep: (step: string) => void;
}

const COUNTS: LineSlotCounts = { agents: 16, person: 4, shared: 3 };
/** Shortest and longest duration in ms of a burst in which agents write. `IDLE_MS` are those of the pause after a burst. */
const BURST_MS = [1_000, 5_000] as const;
const IDLE_MS = [2_000, 7_000] as const;
/** Maximum pause in ms between two moves (actions in the editor) of the person. */
const PERSON_PAUSE_MS_MAX = 600;
const REPORT_MS = 60_000;

/** Makes the schedule with which agents write in bursts, until `stop` is aborted. */
function paceOf(random: SeededRandom, stop: AbortSignal): WritingSchedule {
  let opened = Promise.withResolvers<void>();
  const run = async (): Promise<void> => {
    while (!stop.aborted) {
      opened.resolve();
      await delay(random.between(...BURST_MS), undefined, { signal: stop });
      opened = Promise.withResolvers<void>();
      await delay(random.between(...IDLE_MS), undefined, { signal: stop });
    }
  };
  run().catch(() => opened.resolve());
  return { turn: () => opened.promise };
}

/** The faults that may happen to a request of the browser, with their relative frequencies. `none` means no fault. */
const REQUEST_FAULTS = { none: 80, slow: 8, slowAnswer: 6, lost: 3, cut: 3 } as const;
const SLOW_MS_MAX = 1_500;

/** Delays or drops some requests of the person's browser and some answers, as a bad connection does. */
async function disturbRequests(page: Page, random: SeededRandom, faults: Map<string, number>) {
  const disturb = async (route: Route): Promise<void> => {
    const fault = random.weighted(REQUEST_FAULTS);
    if (fault !== 'none') faults.set(fault, (faults.get(fault) ?? 0) + 1);
    if (fault === 'cut') return route.abort('connectionreset');
    if (fault === 'slow') await delay(random.between(0, SLOW_MS_MAX));
    if (fault === 'none' || fault === 'slow') return route.continue();
    const response = await route.fetch();
    if (fault === 'lost') return route.abort('connectionreset');
    await delay(random.between(0, SLOW_MS_MAX));
    return route.fulfill({ response });
  };
  await page.route(/\/(?:unsaved|save|restore)(?:\/drop)?$/, (route) =>
    // If a request cannot be forwarded it must fail; otherwise the editor would wait for its answer.
    disturb(route).catch(() => route.abort('connectionreset').catch(() => undefined)),
  );
}

async function makePage(product: AllInOneProcess, owner: TestOwner): Promise<WebsiteRecord> {
  const { secret } = await owner.makeKey({
    scopes: ['builder.create', 'builder.get', 'worlds.found'],
  });
  const call = callOn('act', product.baseUrl, secret);
  const made = async (action: string, payload: object) => {
    const outcome = await call(action, { ...payload, idempotency_key: `first-${action}` });
    if (!outcome.ok) throw new Error(`${action}: ${outcome.error.message}`);
    return outcome.result;
  };
  const word = 'torture-of-the-editor';
  await made('worlds.found', { word });
  const result = await made('builder.create', {
    title: 'Torture',
    word,
    raw_html: firstHtml(COUNTS),
  });
  return result['website'] as WebsiteRecord;
}

async function makeAgents(
  owner: TestOwner,
  shared: Omit<PatchingAgent, 'n' | 'secret' | 'surface' | 'random'>,
  random: SeededRandom,
): Promise<PatchingAgent[]> {
  const agents: PatchingAgent[] = [];
  for (let n = 0; n < COUNTS.agents; n += 1) {
    const scopes = ['builder.get', 'builder.patch'];
    const { secret } = await owner.makeKey({ name: `agent ${n}`, scopes });
    const surface = n % 2 === 0 ? 'act' : 'mcp';
    agents.push({ ...shared, n, secret, surface, random: random.fork(`agent ${n}`) });
  }
  return agents;
}

/** Performs one torture run of the editor on a running product, and checks the results. */
async function runOn(
  product: AllInOneProcess,
  options: EditorTortureOptions,
): Promise<TortureRunResults & { log: string }> {
  const { seed, totalMs, onStep } = options;
  const { baseUrl } = product;
  const random = prng(seed);
  const history = new TortureRunHistory();
  const stop = new AbortController();
  const giveUp = new AbortController();
  const faults = new Map<string, number>();
  const owner = await newOwner(baseUrl, product.env);
  const { page_id: pageId, raw_sha256: sha } = await makePage(product, owner);
  const seen = new RevisionHtmlRecorder(owner, pageId);
  seen.note(1, { html: firstHtml(COUNTS), by: 'first', restored: null });
  const first = { id: 0, op: 'write', exp: 0, outcome: 'ok', rev: 1, sha, inv: 0, ret: 1 } as const;
  history.event(pageId, first);
  const pace = paceOf(random.fork('pace'), stop.signal);
  const setting = { baseUrl, history, seen, counts: COUNTS, giveUp: giveUp.signal, pace };
  const agents = await makeAgents(owner, setting, random);
  const browser = await openBrowser();
  try {
    const { page, problems } = await signInBrowser(browser, owner, baseUrl);
    page.on('dialog', (dialog) => void dialog.accept());
    const changes = new BrowserChangeRecorder(page, history, pageId);
    await disturbRequests(page, random.fork('faults'), faults);
    await page.goto(`${baseUrl}/console/pages/${pageId}`);
    const person = new SimulatedPerson({
      page,
      history,
      random: random.fork('person'),
      seen,
      changes,
      counts: COUNTS,
      onFound: (what) => onStep(`found: ${what}`),
    });
    await person.begin();
    onStep(`${agents.length} agents and one person for ${Math.round(totalMs / 1_000)} s`);
    const working = Promise.all(agents.map((agent) => patchUntil(agent, stop.signal)));
    const ends = performance.now() + totalMs;
    const pauses = random.fork('pauses');
    let reportAt = performance.now() + REPORT_MS;
    try {
      while (performance.now() < ends) {
        await person.move().catch((error: unknown) => person.recover(error));
        await delay(pauses.between(0, PERSON_PAUSE_MS_MAX));
        if (performance.now() > reportAt) {
          reportAt += REPORT_MS;
          onStep(
            `r${seen.top}, ${history.effects().length} patches, ${[...person.done].map(([what, n]) => `${n} ${what}`).join(', ')}, ${history.findings.length} anomalies`,
          );
        }
      }
      stop.abort();
      await working;
      await page.unrouteAll({ behavior: 'wait' });
      const last = await person.finish();
      await changes.settled();
      changes.noteUnanswered();
      await checkMarks({ history, seen, person, last });
    } catch (error) {
      history.find({
        promise: 'editor',
        what: `the person could not continue: ${String(error)} after ${person.log.slice(-12).join(' | ')}`,
        pageId,
      });
    }
    stop.abort();
    for (const { what, ids } of checkRevisions(history.pages.get(pageId) ?? []))
      history.find({ promise: 'drafts.one-winner', what: `${what} (${ids.join()})`, pageId });
    for (const problem of problems) history.find({ promise: 'no error', what: problem, pageId });
    return {
      title: `Torture of the editor, seed ${seed}`,
      history,
      faults,
      healedAt: performance.now(),
      isStoreUsedUp: false,
      log: person.log.join('\n'),
      notes: [
        ['Revisions', String(seen.top)],
        ['Marks typed', String(person.marks)],
        ['Saves and restores refused, agent faster', String(changes.conflicts)],
        ['Saves and restores that got no answer', String(changes.unanswered)],
        ['Saves refused, edits newer', String(changes.overtaken)],
        ...[...person.done].map(([what, n]) => [`Person: ${what}`, String(n)] as const),
      ],
    };
  } finally {
    stop.abort();
    giveUp.abort();
    await browser.close();
  }
}

/**
 * Starts a product in which sixteen agents and one person in a browser edit the same website. Checks that no text of agents or
 * person is lost.
 */
export async function tortureEditor(
  options: EditorTortureOptions,
): Promise<TortureRunResults & { log: string }> {
  const product = await startProduct({ env: { BRIDGE_LIMITS: 'off', BRIDGE_LOG: 'warn' } });
  try {
    return await runOn(product, options);
  } finally {
    await product.stop();
  }
}
