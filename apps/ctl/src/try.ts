import { runTry } from './try/run-try.ts';

process.exitCode = await runTry(process.argv.slice(2));
