// npm run check: types, lint, format and generated files; `npm run check -- kernel worlds` for some projects only.
import { runChecks } from './run/checks.mjs';

const failures = await runChecks(process.argv.slice(2));
if (failures.length > 0) {
  console.log(`\nFailed: ${failures.join(', ')}`);
  process.exitCode = 1;
}
