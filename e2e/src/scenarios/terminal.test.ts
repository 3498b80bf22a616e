import { SCOPES } from '@bridge/contracts';
import { runCommand } from '@bridge/testing';
import { expect, it } from 'vitest';
import { product } from '../stage.ts';

/** The environment of another terminal, with the data folder of the running product but without its address. */
function elsewhere(): Readonly<Record<string, string>> {
  const isKnown = ([name]: [string, string]): boolean => name !== 'BRIDGE_BASE_URL';
  return Object.fromEntries(Object.entries(product().env).filter(isKnown));
}

it('npm run try shows the journey over both surfaces against the product that runs on the folder, wherever it answers', async () => {
  const { stdout } = await runCommand([], elsewhere(), '', 'try');
  for (const said of ['worlds.found', 'worlds_found', 'revision_conflict', 'surf.search'])
    expect(stdout).toContain(said);
  const published = stdout.slice(stdout.indexOf('Published:'));
  const { host } = new URL(product().contentUrl);
  expect(published.match(/^ {2}\S+ {2}\(answers 200\)$/gm)).toHaveLength(2);
  expect(published.split(host)).toHaveLength(3);
});

/** Time limit of `npm run try -- --all`, which calls all actions, in ms; it takes 7 s on an idle machine. */
const TOUR_MS_MAX = 120_000;

// Verifies: operations.try-all.
it(
  'npm run try -- --all shows each of the 23 actions once, with a line that says what came of it',
  { timeout: TOUR_MS_MAX },
  async () => {
    const { stdout } = await runCommand(['--all'], elsewhere(), '', 'try');
    const tour = stdout.slice(stdout.indexOf('All 23 actions'), stdout.indexOf('Published:'));
    const lines = tour.split('\n').filter((line) => line.startsWith('  '));
    expect(lines.map((line) => line.trim().split(/ +/)[0]).toSorted()).toEqual(SCOPES);
    for (const line of lines) expect(line.trim()).toMatch(/^\S+ +\S.{10,}$/);
    expect(tour).toMatch(/pages\.generate +stand-in-1 wrote the draft \d+ for 10 credits/);
  },
);

it('a link for an owner leads to the product that runs on the folder', async () => {
  const made = await runCommand(
    ['owner', 'create', '--email', 'terminal@example.org', '--json'],
    elsewhere(),
  );
  const { link } = JSON.parse(made.stdout) as { readonly link: string };
  expect(new URL(link).origin).toBe(product().baseUrl);
});

it('a command takes the folder and the address as flags, and says which product it works on', async () => {
  const data = product().env['BRIDGE_DATA'] ?? expect.fail('no folder');
  const byFolder = await runCommand(['doctor', '--data', data], {});
  expect(byFolder.stderr).toContain(`Product ${product().baseUrl} (running), data ${data}`);
  expect(byFolder.stdout).toContain(`answers at ${product().baseUrl}`);
  const byBoth = ['config', 'print', '--data', data, '--url', 'http://localhost:4999', '--json'];
  const settings = JSON.parse((await runCommand(byBoth, {})).stdout) as Record<string, unknown>;
  expect(settings).toMatchObject({ BRIDGE_DATA: data, BRIDGE_BASE_URL: 'http://localhost:4999' });
});

it('a refusal names the flag and what to do at the terminal, not at an HTTP address', async () => {
  const wrong = [
    'keys',
    'create',
    '--name',
    'x',
    '--scopes',
    'builder.fly',
    '--owner',
    'a@b.example',
  ];
  const said = await runCommand(wrong, elsewhere()).catch(String);
  expect(said).toMatch(/--scopes[^]*--help shows what the command takes/);
  expect(said).not.toContain('/api/');
});

it('help for the first word of a command lists the commands that begin with it', async () => {
  const { stdout } = await runCommand(['archive', '--help'], elsewhere());
  expect(stdout).toContain('archive import');
  expect(stdout).not.toContain('owner create');
});
