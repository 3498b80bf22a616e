import { freePort, SettingsError } from '@bridge/kernel';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { complain, print, watched } from '../terminal.ts';
import { toolSettings } from '../tool-settings.ts';
import { createJourneyKey, createTourOwner, startTemporary } from './child.ts';
import { journey, UnexpectedCallResultError } from './journey.ts';
import { actSurface, mcpSurface } from './surface.ts';
import { showTour } from './tour.ts';

const TRY_HELP = `npm run try [-- --all] [my.html]

Shows an agent's journey, each call with its reply: found a World, create a website, read, patch, meet a conflict, publish,
search. Over act, then the same over MCP. Uses the product that runs on the data folder or at BRIDGE_BASE_URL, or a temporary one of its own.

  --all  then calls every action once, as an owner of its own, with a line for each; pages.generate is paid
         with credits that are granted for it, and needs a provider (BRIDGE_GENERATE_URL)`;

async function runs(baseUrl: string): Promise<boolean> {
  return fetch(`${baseUrl}/api/agent-bridge`).then(
    (response) => response.ok,
    () => false,
  );
}

/** Returns the HTTP status of a published page. Connects to 127.0.0.1, as Node does not resolve `*.localhost` everywhere. */
async function statusOf(address: string): Promise<number> {
  const url = new URL(address);
  const host = url.hostname.endsWith('.localhost') ? '127.0.0.1' : url.hostname;
  const request = get({ host, port: url.port, path: url.pathname, headers: { host: url.host } });
  const [response] = (await once(request, 'response')) as [
    { readonly statusCode?: number; resume(): void },
  ];
  response.resume();
  return response.statusCode ?? 0;
}

/** The arguments of `npm run try`. */
interface TryCommandArguments {
  readonly file: string | undefined;
  /** True to call also every action once, after a page was published through each interface for agents. */
  readonly all: boolean;
}

const sampleHtml = (): string => readFileSync(new URL('../sample.html', import.meta.url), 'utf8');

/** Calls every action once, with an owner and a key that are created for these calls. */
async function tour(baseUrl: string, env: Readonly<Record<string, string>>): Promise<void> {
  const tag = randomBytes(4).toString('hex');
  const { key, code } = await createTourOwner(baseUrl, env, tag);
  try {
    const plan = { word: `try-${tag}x`, html: sampleHtml(), keyId: key.keyId, code, tag };
    await showTour(actSurface(baseUrl, key.secret), plan);
  } finally {
    await key.revoke();
  }
}

/**
 * Founds a World and publishes a page through the act endpoint, and again through MCP; with `--all` also calls every action
 * once. The product must be running.
 */
async function showAll(
  baseUrl: string,
  env: Readonly<Record<string, string>>,
  { file, all }: TryCommandArguments,
): Promise<void> {
  const addresses = await travel(baseUrl, env, file);
  if (all) await tour(baseUrl, env);
  await tell(addresses);
}

async function travel(
  baseUrl: string,
  env: Readonly<Record<string, string>>,
  file: string | undefined,
): Promise<readonly string[]> {
  const html = file === undefined ? sampleHtml() : readFileSync(file, 'utf8');
  const title = file === undefined ? 'Moonlit Press' : basename(file).slice(0, 120);
  const key = await createJourneyKey(env);
  try {
    const addresses: string[] = [];
    for (const surface of [actSurface(baseUrl, key.secret), mcpSurface(baseUrl, key.secret)]) {
      const tag = randomBytes(4).toString('hex');
      addresses.push(await journey(surface, { word: `try-${tag}x`, title, html, tag }));
    }
    return addresses;
  } finally {
    await key.revoke();
  }
}

async function tell(addresses: readonly string[]): Promise<void> {
  print('\nPublished:');
  for (const address of addresses) print(`  ${address}  (answers ${await statusOf(address)})`);
  print(
    '\nNo account of your own yet? npm run ctl -- owner create --email you@example.org prints a link to one.',
  );
}

/** Runs `npm run try` on the running product, or on a temporary one if none runs. Returns the exit code. */
export async function runTry(): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        all: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help === true) {
      print(TRY_HELP);
      return 0;
    }
    const request = { file: positionals[0], all: values.all };
    const settings = toolSettings();
    if (await runs(settings.BRIDGE_BASE_URL)) {
      await showAll(settings.BRIDGE_BASE_URL, {}, request);
      return 0;
    }
    return await travelAlone(request);
  } catch (error) {
    const known =
      error instanceof UnexpectedCallResultError ||
      error instanceof SettingsError ||
      error instanceof Error;
    complain(known ? error.message : String(error));
    return 1;
  }
}

async function travelAlone(request: TryCommandArguments): Promise<number> {
  const data = mkdtempSync(join(tmpdir(), 'bridge-try-'));
  const baseUrl = `http://localhost:${await freePort()}`;
  const contentUrl = `http://localhost:${await freePort()}`;
  const env = {
    BRIDGE_BASE_URL: baseUrl,
    BRIDGE_CONTENT_URL: contentUrl,
    BRIDGE_DATA: data,
    BRIDGE_DB: '',
    BRIDGE_BLOBS: '',
    BRIDGE_SEARCH: '',
  };
  print(`Nothing runs at the configured address: starting a temporary product at ${baseUrl}.`);
  const product = await startTemporary(env);
  try {
    await showAll(baseUrl, env, request);
    if (watched()) {
      print('\nThe temporary product runs until Ctrl-C, so that the pages can be opened.');
      await once(process, 'SIGINT');
    }
    return 0;
  } finally {
    await product.stop();
    rmSync(data, { recursive: true, force: true });
  }
}
