// Imports the files named after `--help`, so that Node caches their compiled code. An app prints its help and ends. A worker
// program has no parent thread, so it does nothing or fails, which is ignored.
import { pathToFileURL } from 'node:url';

const files = process.argv.splice(3);
for (const file of files) await import(pathToFileURL(file).href).catch(() => undefined);
