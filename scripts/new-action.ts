// npm run new:action builder duplicate: creates contract, handler, test and reference of a new action and registers it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import {
  actionFiles,
  CHANGING_SERVICES,
  TEMPLATE_SERVICES,
  type NewAction,
} from './new-action/templates.ts';

const ROOT = join(import.meta.dirname, '..');
const SCOPES_PIN = 'libs/contracts/src/fixtures/scopes.json';
const HELP = `npm run new:action <service> <verb> [read|add|change]

Makes an action that works and passes its tests, to be filled with what it is for: docs/guides/add-an-action.md
  service  ${TEMPLATE_SERVICES.join(', ')}
  verb     lowercase words joined by _; with a prefix when the name has another one than the service: node.rename
  kind     change unless given; read in ${TEMPLATE_SERVICES.filter((one) => !CHANGING_SERVICES.includes(one)).join(', ')}, which have no schema`;

function fail(text: string): never {
  console.error(text);
  process.exit(2);
}

/** Parses the arguments. Prints an error and exits when they name no action that can be created. */
function readArguments([service = '', verb = '', given]: readonly string[]): NewAction {
  if (['--help', '-h', ''].includes(service)) {
    console.log(HELP);
    process.exit(service === '' ? 2 : 0);
  }
  if (!TEMPLATE_SERVICES.includes(service)) fail(`There is no service ${service}.\n\n${HELP}`);
  if (!/^(?:[a-z]+\.)?[a-z]+(?:_[a-z]+)*$/.test(verb))
    fail('The verb is lowercase words joined by _, with at most one prefix: node.rename.');
  const changes = CHANGING_SERVICES.includes(service);
  const kind = given ?? (changes ? 'change' : 'read');
  if (kind !== 'read' && kind !== 'add' && kind !== 'change')
    fail('The kind is read, add or change.');
  if (kind !== 'read' && !changes)
    fail(
      `${service} has no schema: an action that changes something belongs to ${CHANGING_SERVICES.join(' or ')}.`,
    );
  const key = verb.replaceAll(/[._]([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return { service, name: verb.includes('.') ? verb : `${service}.${verb}`, key, kind };
}

/** Inserts a line before the first place that matches `fits`; exits with an error when none matches. */
function insertBefore(path: string, line: string, fits: RegExp): void {
  const file = join(ROOT, path);
  const text = readFileSync(file, 'utf8');
  const at = text.search(fits);
  if (at < 0) fail(`${path} is not as this script expects it: add this by hand.\n${line}`);
  writeFileSync(file, `${text.slice(0, at)}${line}\n${text.slice(at)}`);
}

function run(command: string, ...parameters: readonly string[]): void {
  const { status } = spawnSync(command, parameters, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const action = readArguments(process.argv.slice(2));
const { service, name, key } = action;
const kebab = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const contract = `libs/contracts/src/services/${service}/${kebab}.ts`;
const handler = `libs/${service}/src/actions/${kebab}.ts`;
const test = handler.replace(/\.ts$/, '.test.ts');
const object = `libs/contracts/src/services/${service}.ts`;
const handlers = `libs/${service}/src/handlers.ts`;
for (const path of [contract, handler])
  if (existsSync(join(ROOT, path))) fail(`${path} is there already.`);

const files = actionFiles(action);
for (const [path, text] of [
  [contract, files.contract],
  [handler, files.handler],
  [test, files.test],
] as const)
  writeFileSync(join(ROOT, path), text);
insertBefore(object, `import { ${key} } from './${service}/${kebab}.ts';`, /^\n\/\*\*/m);
insertBefore(object, `  ${key},`, /^(?: {2}\/\/ Between services\.|\}\);)$/m);
insertBefore(handlers, `import { ${key} } from './actions/${kebab}.ts';`, /^\n\/\*\*/m);
insertBefore(handlers, `  ${key},`, /^\}\);$/m);
const scopes = JSON.parse(readFileSync(join(ROOT, SCOPES_PIN), 'utf8')) as readonly string[];
const grown = [...scopes, name].sort();
writeFileSync(join(ROOT, SCOPES_PIN), JSON.stringify(grown));

const written = [contract, handler, test, object, handlers, SCOPES_PIN];
run('npx', 'prettier', '--write', '--log-level', 'warn', ...written);
run(process.execPath, 'scripts/gen-bus.ts');
run(process.execPath, 'scripts/gen-docs.ts');
console.log(`
${name} works. Now make it yours; docs/guides/add-an-action.md goes through it.
  ${contract}
  ${handler}
  ${test}
Scope, act route, schemas, reference, broker rights and the tests of every action follow. After a change of the contract:
  node scripts/gen-bus.ts && npm run gen:docs && npm run check`);
