import { join } from 'node:path';
import { ESLint } from 'eslint';
import { beforeAll, expect, test } from 'vitest';
import { ROOT } from './shared-folder.ts';

let eslint: ESLint;
beforeAll(async () => {
  eslint = new ESLint({ cwd: ROOT });
  // Warm-up: ESLint loads its configuration, the project graph and the type checker now, so that no test exceeds its time
  // limit.
  await eslint.lintText('', { filePath: join(ROOT, 'libs/worlds/src/index.ts') });
});

/**
 * Lints a text as if it were the content of `file`, and returns the broken rules. The file must exist, because rules use its
 * types.
 */
async function broken(file: string, text: string): Promise<readonly string[]> {
  const [result] = await eslint.lintText(text, { filePath: join(ROOT, file) });
  return (result?.messages ?? [])
    .map(({ ruleId, message }) => `${ruleId ?? 'parse'}: ${message}`)
    .filter((line) => !line.includes('no-unused-vars'));
}

const BOUNDARIES = '@nx/enforce-module-boundaries: ';
/**
 * Matches the lint messages for an import in a forbidden direction. They say "Circular dependency" when the opposite import
 * exists.
 */
const WRONG_WAY = /can only depend on libs|cannot depend on any libs|Circular dependency/;

test.each([
  ['a service imports another service', 'libs/worlds', '@bridge/builder', WRONG_WAY],
  ['a service imports the test library', 'libs/worlds', '@bridge/testing', WRONG_WAY],
  ['a driver imports a service', 'libs/bus', '@bridge/builder', WRONG_WAY],
  ['a driver imports another driver', 'libs/bus', '@bridge/db', WRONG_WAY],
  ['the kernel imports a driver', 'libs/kernel', '@bridge/bus', WRONG_WAY],
  ['the contracts import the kernel', 'libs/contracts', '@bridge/kernel', WRONG_WAY],
  ['a service opens Postgres by itself', 'libs/worlds', 'pg', /is not allowed to import "pg"/],
  [
    'a service writes SQL by another library',
    'libs/worlds',
    'kysely',
    /not allowed to import "kysely"/,
  ],
  ['a service talks to NATS by itself', 'libs/builder', 'nats', /is not allowed to import "nats"/],
  ['the contracts take more than zod', 'libs/contracts', 'pino', /is not allowed to import "pino"/],
  ['a package comes in by another one', 'libs/worlds', 'rxjs', /Only packages defined in/],
  ['a path leads into another lib', 'libs/worlds', '../../db/src/index.ts', /relative or absolute/],
])('the lint fails when %s', async (_what, lib, specifier, message) => {
  const problems = await broken(`${lib}/src/index.ts`, `import '${specifier}';\n`);
  expect(problems.filter((line) => line.startsWith(BOUNDARIES)).join()).toMatch(message);
});

test.each([
  ['@bridge/contracts', 'libs/worlds/src/index.ts'],
  ['@bridge/kernel', 'libs/worlds/src/index.ts'],
  ['@bridge/db', 'libs/worlds/src/index.ts'],
  ['kysely', 'libs/db/src/index.ts'],
  ['nats', 'libs/bus/src/index.ts'],
  ['node:fs', 'libs/worlds/src/index.ts'],
  ['@bridge/testing', 'libs/db/src/embedded-postgres.test.ts'],
  ['vitest', 'libs/db/src/embedded-postgres.test.ts'],
  ['@bridge/gateway', 'libs/testing/src/index.ts'],
])('the lint lets %s into %s', async (specifier, file) => {
  expect(await broken(file, `import '${specifier}';\n`)).toEqual([]);
});

test.each([
  ['const now = Date.now();\nvoid now;\n', 'Use the kernel clock'],
  ['const now = new Date();\nvoid now;\n', 'Use the kernel clock'],
  ['const n = Math.random();\nvoid n;\n', 'Use the ids of the kernel'],
  ['const e = process.env;\nvoid e;\n', 'Settings come through config'],
  ['process.stdout.write("x");\n', 'Log with the kernel logger'],
  ['console.log("x");\n', 'no-console'],
  ["const f = 'x.ts';\nvoid new URL(f, import.meta.url);\n", 'by a literal'],
  ['throw new Error("x");\n', 'Throw a BridgeError'],
  ['export * from "./other.ts";\n', 'Export each name'],
  ['const log = { warn: (event: string) => void event };\nlog.warn("It broke");\n', 'snake_case'],
  ['interface One {\n  a: 1;\n}\nconst a: One = { a: 1 };\nvoid a;\n', 'Say in one sentence'],
  ['const a: any = 1;\nvoid a;\n', 'no-explicit-any'],
  ['const a: string | null = String(1) || null;\nvoid a!.length;\n', 'no-non-null-assertion'],
  ['Promise.resolve(1);\n', 'no-floating-promises'],
  ['export const a = 1;\n', 'Say in one sentence'],
])('the lint of a service fails for %j', async (text, message) => {
  expect((await broken('libs/worlds/src/index.ts', text)).join()).toContain(message);
});

test.each([
  ["declare const s: import('node:net').Socket;\ns.once('close', () => s.end());\n", 'whenClosed'],
  ["declare const s: import('node:net').Socket;\ns.on('close', () => s.end());\n", 'whenClosed'],
  ['declare const slots: { acquire(): () => void };\nslots.acquire()();\n', 'ResourceScope'],
  [
    'declare const d: { budget: { admit(k: string): void } };\nd.budget.admit("k");\n',
    'ResourceScope',
  ],
])('the lint of what serves requests fails for %j', async (text, message) => {
  for (const lib of ['gateway', 'sites', 'bus'])
    expect((await broken(`libs/${lib}/src/index.ts`, text)).join()).toContain(message);
});

test.each([
  ['/** What is in flight. */\nexport const a = 1;\n', '"What is"'],
  ['// A caller\n/* that is\n * sent away. */\nexport {};\n', '"sent away"'],
  ['interface Asked {\n  at: number;\n}\n', '"Asked"'],
  ['export {};\nconst openDoors = 1;\n', '"openDoors"'],
  ['export {};\nconst giveBackAll = 1;\n', '"giveBackAll"'],
])('the lint refuses a retired word in %j', async (text, found) => {
  expect((await broken('libs/worlds/src/index.ts', text)).join()).toContain(
    `${found} is a retired`,
  );
});

test('the lint lets a retired word into strings, quotations, wire names and other words', async () => {
  const text =
    '// A “door” and `lane`.\nexport {};\nconst constraint = { trouble: "nobody" };\n' +
    'type Need = string;\n';
  expect((await broken('libs/worlds/src/index.ts', text)).join()).not.toContain('retired');
});

test('a function of more than 60 lines fails the lint', async () => {
  const long = (lines: number) =>
    `/** Long. */\nexport function long(): void {\n${'  void 0;\n'.repeat(lines)}}\n`;
  const rule = expect.stringContaining('max-lines-per-function');
  expect(await broken('libs/worlds/src/index.ts', long(59))).toContainEqual(rule);
  expect(await broken('libs/worlds/src/index.ts', long(58))).not.toContainEqual(rule);
});

test('a file of more than 400 lines fails the lint', async () => {
  const problems = await broken('libs/worlds/src/index.ts', '// line\n'.repeat(401));
  expect(problems.join()).toContain('house/max-lines');
});

test('a test that sleeps fails the lint, and may look into what it got as it likes', async () => {
  const file = 'libs/db/src/embedded-postgres.test.ts';
  const sleep = 'await new Promise((resolve) => setTimeout(resolve, 5));\nexport {};\n';
  expect((await broken(file, sleep)).join()).toContain('wait for a condition');
  expect(await broken(file, 'const { rows } = JSON.parse("{}");\nvoid rows[0].n;\n')).toEqual([]);
});
