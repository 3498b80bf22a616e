import { runCommand } from '@bridge/testing';
import { expect, it } from 'vitest';
import { product } from '../stage.ts';

/** What a person in another terminal has: the folder of the running product, and not the address it was told to be at. */
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

it('a link for an owner leads to the product that runs on the folder', async () => {
  const made = await runCommand(
    ['owner', 'create', '--email', 'terminal@example.org', '--json'],
    elsewhere(),
  );
  const { link } = JSON.parse(made.stdout) as { readonly link: string };
  expect(new URL(link).origin).toBe(product().baseUrl);
});

it('help for the first word of a command lists the commands that begin with it', async () => {
  const { stdout } = await runCommand(['archive', '--help'], elsewhere());
  expect(stdout).toContain('archive import');
  expect(stdout).not.toContain('owner create');
});
