import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './shared-folder.ts';

/** The libs that keep tables. */
const ROOMS = ['builder', 'worlds', 'gateway', 'account', 'db'];

/** A statement, or a part of one, as the product's source writes it. */
export interface SourceStatement {
  /** `builder.findWebsite`: the lib and the function or constant; of the second one in a function `builder.listWebsites 2`. */
  readonly name: string;
  /** Matches the statement's text after its values and parts were inserted. */
  readonly form: RegExp;
  readonly isPrepared: boolean;
  readonly node: ts.TaggedTemplateExpression;
}

/** The fixed texts of a template, in order. */
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

/** The name of the outermost function or constant that contains a node. */
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

function statementsOf(room: string, source: ts.SourceFile): SourceStatement[] {
  const found: SourceStatement[] = [];
  const counts = new Map<string, number>();
  const visit = (node: ts.Node): void => {
    if (isSql(node)) {
      const owner = ownerOf(node);
      const isPart = !ts.isCallExpression(node.parent);
      const n = (counts.get(owner) ?? 0) + (isPart ? 0 : 1);
      counts.set(owner, n);
      const parts = fixedTexts(node).map((text) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
      const form = new RegExp(`^${parts.join('[^]*?')}$`);
      const name = `${room}.${owner}${n > 1 ? ` ${n}` : ''}`;
      found.push({ name, form, isPrepared: isPrepared(node), node });
    }
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

/** A source file and its lib. */
export interface SourceFileOf {
  readonly room: string;
  readonly file: string;
}

/** Source files of the libs that keep tables, without their tests. */
export function statementFiles(): readonly SourceFileOf[] {
  return ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, 'libs', room, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(name))
      .map((name) => ({ room, file: join(ROOT, 'libs', room, 'src', name) })),
  );
}

/** Every `sql` template of these files (by default all of the product), parsed without type information. */
export function sourceStatements(
  files: readonly SourceFileOf[] = statementFiles(),
  sourceOf = (file: string): ts.SourceFile | undefined =>
    ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true),
): readonly SourceStatement[] {
  return files.flatMap(({ room, file }) => {
    const source = sourceOf(file);
    return source === undefined ? [] : statementsOf(room, source);
  });
}
