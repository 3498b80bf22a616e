import { runTry } from './try/run-try.ts';

process.exitCode = await runTry();
