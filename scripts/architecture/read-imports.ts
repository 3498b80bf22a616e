import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** What a source file imports, as it is written there; types included. */
export function readImports(file: string): readonly string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
  return importedFiles.map(({ fileName }) => fileName);
}
