// Imports the files named after `--help`, so that Node caches their compiled code. An app then prints its help and ends;
// worker programs find no parent thread and do nothing.
import { pathToFileURL } from 'node:url';

const files = process.argv.splice(3);
for (const file of files) await import(pathToFileURL(file).href).catch(() => undefined);
