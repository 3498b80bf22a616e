import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './shared-folder.ts';

/** Names of the libraries that contain SQL statements. */
const LIBRARIES = ['builder', 'worlds', 'gateway', 'account', 'db'];

/** An `sql` template in the source code of the product: a statement or a fragment. */
export interface SqlTemplateInSource {
  /**
   * Names of the library and the function, such as `builder.findWebsite`. The second statement of a function has the suffix `
   * 2`.
   */
  readonly name: string;
  /** Matches the SQL text of the statement with any inserted values and fragments. */
  readonly form: RegExp;
  readonly isPrepared: boolean;
  readonly node: ts.TaggedTemplateExpression;
}

/** Returns the fixed parts of a template's text, in order. */
export function fixedTexts({ template }: ts.TaggedTemplateExpression): readonly string[] {
  return ts.isNoSubstitutionTemplateLiteral(template)
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];
}

function isSql(node: ts.Node): node is ts.TaggedTemplateExpression {
  return ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql';
}

function isPrepared(node: ts.Node): boolean {
  const call = node.parent;
  if (!ts.isCallExpression(call)) return false;
  const [, second] = call.arguments;
  return second !== undefined && ts.isStringLiteral(second) && second.text === 'prepared';
}

/** Returns the name of the outermost function or constant that contains a node. */
function ownerOf(node: ts.Node): string {
  let name = 'file';
  for (let one: ts.Node = node; !ts.isSourceFile(one); one = one.parent)
    if (
      (ts.isFunctionDeclaration(one) ||
        ts.isVariableDeclaration(one) ||
        ts.isMethodDeclaration(one)) &&
      one.name !== undefined &&
      ts.isIdentifier(one.name)
    )
      name = one.name.text;
  return name;
}

function statementsOf(library: string, source: ts.SourceFile): SqlTemplateInSource[] {
  const found: SqlTemplateInSource[] = [];
  const counts = new Map<string, number>();
  const visit = (node: ts.Node): void => {
    if (isSql(node)) {
      const owner = ownerOf(node);
      const isPart = !ts.isCallExpression(node.parent);
      const n = (counts.get(owner) ?? 0) + (isPart ? 0 : 1);
      counts.set(owner, n);
      const parts = fixedTexts(node).map((text) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
      const form = new RegExp(`^${parts.join('[^]*?')}$`);
      const name = `${library}.${owner}${n > 1 ? ` ${n}` : ''}`;
      found.push({ name, form, isPrepared: isPrepared(node), node });
    }
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

/** Path of a source file and name of its library. */
export interface SqlStatementFile {
  readonly library: string;
  readonly file: string;
}

/** Returns the source files of the libraries with SQL statements, without tests. */
export function statementFiles(): readonly SqlStatementFile[] {
  return LIBRARIES.flatMap((library) =>
    readdirSync(join(ROOT, 'libs', library, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(name))
      .map((name) => ({ library, file: join(ROOT, 'libs', library, 'src', name) })),
  );
}

/** Finds all `sql` templates in these files (default: the whole product), without type information. */
export function sourceStatements(
  files: readonly SqlStatementFile[] = statementFiles(),
  sourceOf = (file: string): ts.SourceFile | undefined =>
    ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true),
): readonly SqlTemplateInSource[] {
  return files.flatMap(({ library, file }) => {
    const source = sourceOf(file);
    return source === undefined ? [] : statementsOf(library, source);
  });
}
