// Loads the files named after `--help`, so that Node caches their compiled code. The app among them reads `--help` as its
// own option and prints its help. Programs of workers find no parent thread and do nothing; they are compiled too.
import { pathToFileURL } from 'node:url';

const files = process.argv.splice(3);
for (const file of files) await import(pathToFileURL(file).href).catch(() => undefined);
