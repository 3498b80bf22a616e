// npm run check: checks types, lint, format and generated files; `-- kernel worlds` limits lint to these projects.
import { runChecks } from './run/checks.mjs';

const failures = await runChecks(process.argv.slice(2));
if (failures.length > 0) {
  console.log(`\nFailed: ${failures.join(', ')}`);
  process.exitCode = 1;
}
