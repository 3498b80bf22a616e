// Writes what is derived from the messages between services: their schemas, the broker's rights, the reference page.
// node scripts/gen-bus.ts            refuses a difference that releases side by side would not survive
// node scripts/gen-bus.ts --breaking writes it all the same: only before the first release, or beside a v2
import {
  breakingDifferences,
  busReference,
  messageSchemas,
  permissionsConf,
  type WireSchemas,
} from '@bridge/bus/wire';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';

const ROOT = join(import.meta.dirname, '..');
const SCHEMAS = join(ROOT, 'libs/bus/schemas/v1.json');

const { breaking } = parseArgs({
  options: { breaking: { type: 'boolean', default: false } },
}).values;
const schemas = messageSchemas();
// No release has used a schema that is not committed, so it may still change.
const committed = spawnSync('git', ['show', `HEAD:${relative(ROOT, SCHEMAS)}`], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const before = committed.status === 0 ? committed.stdout : readFileSync(SCHEMAS, 'utf8');
const differences = breakingDifferences(JSON.parse(before) as WireSchemas, schemas);
if (differences.length > 0 && !breaking) {
  console.error('Services of two releases could not talk to each other:');
  for (const difference of differences) console.error(`  ${difference}`);
  console.error('Declare the message anew beside the old one (v2), or say --breaking.');
  process.exit(1);
}

const options = { ...(await resolveConfig(SCHEMAS)), filepath: SCHEMAS };
writeFileSync(SCHEMAS, await format(JSON.stringify(schemas), options));
writeFileSync(join(ROOT, 'deploy/nats/permissions.conf'), permissionsConf());
writeFileSync(join(ROOT, 'docs/reference/bus.md'), busReference());
