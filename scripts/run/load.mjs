// Loads the files after `--help`, so that Node keeps them compiled. The app among them reads `--help` as its own and shows
// what it would say to a person; the programs of workers find no parent, and have been compiled all the same.
import { pathToFileURL } from 'node:url';

const files = process.argv.splice(3);
for (const file of files) await import(pathToFileURL(file).href).catch(() => undefined);
