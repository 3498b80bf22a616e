import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** Returns the import specifiers in a source file as written, including type-only imports. */
export function readImports(file: string): readonly string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
  return importedFiles.map(({ fileName }) => fileName);
}
