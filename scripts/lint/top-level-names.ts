import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** Returns the names of types, classes, functions and constants at the top level of a file. */
export function topLevelNames(file: string): readonly string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  return [...new Set(source.statements.flatMap(declaredNames))];
}

/** Returns the top-level names that more than one of these files declares, in ascending order. */
export function sharedNames(files: readonly string[]): readonly string[] {
  const all = files.flatMap(topLevelNames);
  return [...new Set(all.filter((name, index) => all.indexOf(name) !== index))].sort();
}

function declaredNames(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}

function boundNames(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) =>
    ts.isBindingElement(element) ? boundNames(element.name) : [],
  );
}
