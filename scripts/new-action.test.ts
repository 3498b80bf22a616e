import { ROOT } from '@bridge/testing';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHANGING_SERVICES, TEMPLATE_SERVICES } from './new-action/templates.ts';

/** Time limit of the test, ms. It checks types, documents and ten test files: 90 s on two idle cores. */
const RUN_MS_MAX = 900_000;
/** Path of a copy of the checkout in which the test creates actions. */
let copy: string;

/** Links the installed packages into the copy. The packages of the workspace are links to the copy's own folders. */
function linkPackages(): void {
  const [from, to] = [join(ROOT, 'node_modules'), join(copy, 'node_modules')];
  mkdirSync(join(to, '@bridge'), { recursive: true });
  for (const name of readdirSync(from))
    if (name !== '@bridge') symlinkSync(join(from, name), join(to, name));
  for (const name of readdirSync(join(copy, 'libs')))
    symlinkSync(join(copy, 'libs', name), join(to, '@bridge', name));
}

beforeAll(() => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  copy = mkdtempSync(join(ROOT, '.cache', 'new-action-'));
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', listed, { cwd: ROOT, encoding: 'utf8' }).split('\0');
  for (const file of files.filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file));
  }
  linkPackages();
}, RUN_MS_MAX);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function node(...parameters: readonly string[]): { status: number | null; output: string } {
  // Without BRIDGE_TEST_RESULTS the tests in the copy of the checkout write no results, so the results of this test run do not
  // include them.
  const env = { ...process.env, BRIDGE_TEST_RESULTS: undefined };
  const options = { cwd: copy, encoding: 'utf8', env } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, parameters, options);
  return { status, output: stdout + stderr };
}

const newAction = (...words: readonly string[]) => node('scripts/new-action.ts', ...words);

describe('npm run new:action', { timeout: RUN_MS_MAX }, () => {
  test.each(TEMPLATE_SERVICES)('makes entry, handler and test for %s', (service) => {
    expect(newAction(service, 'try_out')).toMatchObject({ status: 0 });
    const entry = readFileSync(
      join(copy, `libs/contracts/src/services/${service}/try-out.ts`),
      'utf8',
    );
    expect(entry).toContain(`name: '${service}.try_out'`);
    expect(existsSync(join(copy, `libs/${service}/src/actions/try-out.test.ts`))).toBe(true);
    const reference = readFileSync(join(copy, 'docs/reference/actions.md'), 'utf8');
    expect(reference).toContain(`## ${service}.try_out`);
    const rights = readFileSync(join(copy, 'deploy/nats/permissions.conf'), 'utf8');
    expect(rights).toContain(`bridge.v1.${service}.try_out`);
  });

  test('leaves a tree whose types, documents and tests are green, reads of every service among them', () => {
    for (const service of CHANGING_SERVICES)
      expect(newAction(service, 'look_at', 'read')).toMatchObject({ status: 0 });
    expect(node('node_modules/typescript7/bin/tsc', '-p', 'tsconfig.json')).toEqual({
      status: 0,
      output: '',
    });
    expect(node('scripts/gen-docs.ts', '--check')).toMatchObject({ status: 0 });
    const suites = [
      ['libs/contracts', 'src/registry.test.ts'],
      ...TEMPLATE_SERVICES.map((service) => [
        `libs/${service}`,
        'src/actions/try-out.test.ts',
        'src/actions/look-at.test.ts',
      ]),
    ];
    for (const [root = '', ...files] of suites) {
      const ran = node('node_modules/.bin/vitest', 'run', '--root', root, ...files);
      expect(ran.status, ran.output).toBe(0);
    }
  });

  test('makes an action whose name has another prefix than its service', () => {
    expect(newAction('account', 'node.rename')).toMatchObject({ status: 0 });
    const entry = readFileSync(
      join(copy, 'libs/contracts/src/services/account/node-rename.ts'),
      'utf8',
    );
    expect(entry).toContain("name: 'node.rename'");
    const rights = readFileSync(join(copy, 'deploy/nats/permissions.conf'), 'utf8');
    expect(rights).toContain('bridge.v1.account.node_rename');
  });

  test('makes the files that the guide completes, and the code of the guide compiles and passes its test', () => {
    expect(newAction('builder', 'duplicate', 'add')).toMatchObject({ status: 0 });
    const guide = readFileSync(join(copy, 'docs/guides/add-an-action.md'), 'utf8');
    const [entry = '', handler = '', body = ''] = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(
      ([, code]) => code,
    );
    const action = join(copy, 'libs/builder/src/actions/duplicate');
    writeFileSync(join(copy, 'libs/contracts/src/services/builder/duplicate.ts'), entry);
    writeFileSync(`${action}.ts`, handler);
    const test = readFileSync(`${action}.test.ts`, 'utf8');
    writeFileSync(`${action}.test.ts`, test.slice(0, test.indexOf("test('")) + body);
    expect(node('node_modules/typescript7/bin/tsc', '-p', 'tsconfig.json').output).toBe('');
    const suite = ['run', '--root', 'libs/builder', 'src/actions/duplicate.test.ts'];
    const ran = node('node_modules/.bin/vitest', ...suite);
    expect(ran.status, ran.output).toBe(0);
  });

  test('refuses what cannot be: another service, a verb of another form, one that is there, a change without a schema', () => {
    for (const [words, reason] of [
      [['moon', 'duplicate'], 'There is no service moon.'],
      [['builder', 'Duplicate'], 'The verb is lowercase words'],
      [['builder', 'patch'], 'is there already'],
      [['surf', 'forget', 'change'], 'surf has no schema'],
    ] as const)
      expect(newAction(...words)).toEqual({ status: 2, output: expect.stringContaining(reason) });
  });
});
