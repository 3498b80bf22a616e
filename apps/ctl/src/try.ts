import { commandLine } from './terminal.ts';
import { runTry } from './try/run-try.ts';

process.exitCode = await runTry(commandLine());
