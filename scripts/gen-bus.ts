// Generates the message schemas, the broker permissions and the bus reference from the contracts.
// node scripts/gen-bus.ts            writes nothing and fails when services of the old and the new release could not run
// together
// node scripts/gen-bus.ts --breaking writes even then; only before the first release, or together with a new version
import {
  breakingDifferences,
  busReference,
  messageSchemas,
  permissionsConf,
  type SchemasByBusSubject,
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
// The comparison uses the committed schema, because no release contains an uncommitted one.
const committed = spawnSync('git', ['show', `HEAD:${relative(ROOT, SCHEMAS)}`], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const before = committed.status === 0 ? committed.stdout : readFileSync(SCHEMAS, 'utf8');
const differences = breakingDifferences(JSON.parse(before) as SchemasByBusSubject, schemas);
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
