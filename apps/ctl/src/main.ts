import { ctl } from './ctl.ts';

process.exitCode = await ctl(process.argv.slice(2));
