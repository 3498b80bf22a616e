// npm run new:action builder duplicate: contract entry, handler and test of a new action, wired where they belong.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';

const ROOT = join(import.meta.dirname, '..');
const HELP = `npm run new:action <service> <verb> [read|add|change]

Writes libs/contracts/src/actions/<service>-<verb>.ts, libs/<service>/src/actions/<verb>.ts and its test, and adds them to
the registry, the contracts' door and the service's handlers. Kind is read unless given. Then: npm run check.`;

const [service = '', verb = '', kind = 'read'] = process.argv.slice(2);

function fail(text: string): never {
  console.error(text);
  process.exit(2);
}
if (['--help', '-h', ''].includes(service)) {
  console.log(HELP);
  process.exit(service === '' ? 2 : 0);
}
if (!/^(worlds|builder|publisher|surf)$/.test(service))
  fail(`There is no service ${service}.\n\n${HELP}`);
if (!/^[a-z]+(_[a-z]+)*$/.test(verb)) fail('The verb is lowercase words joined by _.');
if (!['read', 'add', 'change'].includes(kind)) fail('The kind is read, add or change.');

const camel = verb.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const name = service + camel.charAt(0).toUpperCase() + camel.slice(1);
const kebab = verb.replaceAll('_', '-');
const type = service.charAt(0).toUpperCase() + service.slice(1);
const contract = join(ROOT, `libs/contracts/src/actions/${service}-${kebab}.ts`);
const handler = join(ROOT, `libs/${service}/src/actions/${kebab}.ts`);
if (existsSync(contract) || existsSync(handler)) fail(`${service}.${verb} is there already.`);

/** Changes a file by one exact, unique replacement, as the product itself would. */
function edit(path: string, old: string, next: string): void {
  const text = readFileSync(join(ROOT, path), 'utf8');
  if (text.split(old).length !== 2)
    fail(`${path} is not as this script expects it: add ${name} by hand.`);
  writeFileSync(
    join(ROOT, path),
    text.replace(old, () => next),
  );
}

const keyed = kind !== 'read';
writeFileSync(
  contract,
  `import { z } from 'zod';
import { ${keyed ? 'idempotencyKey, ' : ''}pageId } from '../common.ts';
import { defineAction } from '../define.ts';

/** The action \`${service}.${verb}\`, beyond the fixed ten tools. */
export const ${name} = defineAction({
  name: '${service}.${verb}',
  service: '${service}',
  kind: '${kind}',
  set: 'none',
  purpose: 'Says what it does, its precondition, its scope ${service}.${verb} and its likeliest errors.',
  input: z.strictObject({ page_id: pageId${keyed ? ', idempotency_key: idempotencyKey' : ''} }),
  output: z.strictObject({ page_id: pageId }),
  errors: ['page_not_found'],
  example: { page_id: 42${keyed ? `, idempotency_key: '${service}-${kebab}-1'` : ''} },
});
`,
);
writeFileSync(
  handler,
  `import type { Handler } from '@bridge/bus';
import type { ${name} } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import type { ${type}Deps } from '../deps.ts';

/** Answers \`${service}.${verb}\`. */
export function ${camel}(_deps: ${type}Deps): Handler<typeof ${name}> {
  return async ({ page_id }) => {
    throw new BridgeError('page_not_found', { page_id });
  };
}
`,
);
writeFileSync(
  handler.replace(/\.ts$/, '.test.ts'),
  `import { ${name} } from '@bridge/contracts';
import { expect, it } from 'vitest';

it('${service}.${verb} promises something to somebody', () => {
  expect(${name}.input.safeParse(${name}.example).success).toBe(true);
  expect.fail('Say the promise in the name of this test, and prove it.');
});
`,
);
edit(
  'libs/contracts/src/registry.ts',
  '\n/** Every action: the ten tools',
  `\nimport { ${name} } from './actions/${service}-${kebab}.ts';\n/** Every action: the ten tools`,
);
edit('libs/contracts/src/registry.ts', '[...TOOL_ACTIONS, ', `[...TOOL_ACTIONS, ${name}, `);
edit(
  'libs/contracts/src/index.ts',
  `export { bodyRef, type BodyRef } from './body-ref.ts';`,
  `export { ${name} } from './actions/${service}-${kebab}.ts';\nexport { bodyRef, type BodyRef } from './body-ref.ts';`,
);
edit(
  `libs/${service}/src/handlers.ts`,
  `import type { ${type}Deps }`,
  `import { ${camel} } from './actions/${kebab}.ts';\nimport type { ${type}Deps }`,
);
edit(
  `libs/${service}/src/handlers.ts`,
  '  return {\n',
  `  return {\n    ${verb}: ${camel}(deps),\n`,
);
spawnSync(
  'prettier',
  [
    '--write',
    '--log-level',
    'warn',
    contract,
    handler,
    join(ROOT, 'libs/contracts/src/registry.ts'),
  ],
  { stdio: 'inherit' },
);
console.log(`Written: ${name}. Next: its purpose, input and output; the handler; the test, which fails until it proves a promise.
A scope beyond the 23 also changes the pins of libs/contracts; if the action is one of the thirteen that answer 501, take it
out of actions/later.ts. Then: npm run gen:docs && npm run check`);
