import pg from 'pg';
import ts from 'typescript';
import { fixedTexts } from './source-statements.ts';

/** JavaScript type in which `pg` returns a column, by the OID of the Postgres type. */
const JS_TYPES: Readonly<Record<number, string>> = {
  16: 'boolean',
  17: 'Buffer',
  20: 'number',
  21: 'number',
  23: 'number',
  25: 'string',
  114: 'json',
  700: 'number',
  701: 'number',
  1000: 'boolean[]',
  1005: 'number[]',
  1007: 'number[]',
  1009: 'string[]',
  1043: 'string',
  1184: 'Date',
  3802: 'json',
};

/** A result column of a statement: name, JavaScript type and whether it may be null. */
interface SqlResultColumn {
  readonly name: string;
  readonly type: string;
  /** Undefined when the column is computed by an expression and is not a column of a table. */
  readonly isNullable: boolean | undefined;
}

/** A result column as the Postgres protocol describes it. */
interface RowDescriptionField {
  readonly name: string;
  readonly dataTypeID: number;
  readonly tableID: number;
  readonly columnID: number;
}

/** The protocol functions of `pg` for parse and describe, which its types lack. */
interface ExtendedQueryProtocol {
  parse(message: { readonly text: string; readonly name: string }): void;
  describe(message: { readonly type: 'S'; readonly name: string }): void;
  sync(): void;
}

/** Reads the result columns of a statement with parse and describe, without running it. */
function fieldsOf(client: pg.Client, text: string): Promise<readonly RowDescriptionField[]> {
  return new Promise((resolve, reject) => {
    let fields: readonly RowDescriptionField[] = [];
    const describeQuery = {
      submit: (wire: ExtendedQueryProtocol) => {
        wire.parse({ text, name: '' });
        wire.describe({ type: 'S', name: '' });
        wire.sync();
      },
      handleRowDescription: (message: { readonly fields: readonly RowDescriptionField[] }) => {
        fields = message.fields;
      },
      handleReadyForQuery: () => resolve(fields),
      handleError: reject,
    };
    client.query(describeQuery as pg.Submittable & typeof describeQuery);
  });
}

/** Returns the result columns of a statement on this database. */
export async function columnsOf(
  client: pg.Client,
  text: string,
): Promise<readonly SqlResultColumn[]> {
  const fields = await fieldsOf(client, text);
  const { rows } = await client.query<{ rel: number; num: number; nullable: boolean }>(
    `select attrelid::int8 as rel, attnum::int8 as num, not attnotnull as nullable from pg_attribute
      join pg_class on pg_class.oid = attrelid where attrelid = any($1) and relkind = 'r'`,
    [fields.map(({ tableID }) => tableID)],
  );
  return fields.map(({ name, dataTypeID, tableID, columnID }) => ({
    name,
    type: JS_TYPES[dataTypeID] ?? `type ${dataTypeID}`,
    isNullable: rows.find(({ rel, num }) => Number(rel) === tableID && Number(num) === columnID)
      ?.nullable,
  }));
}

/** Thrown for an SQL statement whose text cannot be determined from the source code alone. */
class UnresolvedSqlTextError extends Error {}

/** Determines the SQL text of statements from source code, with `$1`, `$2`, … in place of values. */
export class SqlTextResolver {
  readonly #checker: ts.TypeChecker;
  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  /** Returns the SQL text of a template. Where a condition selects a fragment, it uses the fragment for true. */
  textOf(node: ts.TaggedTemplateExpression): string {
    let n = 0;
    const write = (template: ts.TaggedTemplateExpression): string => {
      const texts = fixedTexts(template);
      const spans = ts.isTemplateExpression(template.template)
        ? template.template.templateSpans
        : [];
      return texts.reduce((all, text, i) => all + part(spans[i - 1]?.expression) + text);
    };
    const part = (value: ts.Expression | undefined): string => {
      if (value === undefined) throw new UnresolvedSqlTextError('a template without its value');
      const found = this.#partOf(value);
      if (found === undefined) return `$${(n += 1)}`;
      return typeof found === 'string' ? found : write(found);
    };
    return write(node);
  }

  /** Returns the template or SQL text that an expression inserts into a statement; undefined when it is a value. */
  #partOf(node: ts.Expression): ts.TaggedTemplateExpression | string | undefined {
    const type = this.#checker.getTypeAtLocation(node);
    if (type.symbol?.name !== 'SqlStatement') return undefined;
    const found = this.#resolve(node);
    if (ts.isTaggedTemplateExpression(found)) return found;
    if (ts.isCallExpression(found)) {
      const [first] = found.arguments;
      const given = first && this.#checker.getTypeAtLocation(first);
      if (/^sql\.(?:raw|id)$/.test(found.expression.getText()) && given?.isStringLiteral())
        return given.value;
    }
    throw new UnresolvedSqlTextError(`${node.getText()} cannot be followed to a template`);
  }

  #resolve(node: ts.Node): ts.Node {
    if (ts.isConditionalExpression(node)) return this.#resolve(node.whenTrue);
    if (ts.isParenthesizedExpression(node)) return this.#resolve(node.expression);
    if (ts.isIdentifier(node)) {
      const declared = this.#declarationOf(node);
      if (declared && ts.isVariableDeclaration(declared) && declared.initializer)
        return this.#resolve(declared.initializer);
    }
    if (ts.isPropertyAccessExpression(node)) {
      const object = this.#resolve(node.expression);
      if (ts.isObjectLiteralExpression(object))
        for (const one of object.properties)
          if (ts.isPropertyAssignment(one) && one.name.getText() === node.name.text)
            return this.#resolve(one.initializer);
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const declared = this.#declarationOf(node.expression);
      const answers =
        declared && ts.isFunctionDeclaration(declared) ? declared.body?.statements : undefined;
      const last = answers?.at(-1);
      if (last && ts.isReturnStatement(last) && last.expression)
        return this.#resolve(last.expression);
    }
    return node;
  }

  #declarationOf(name: ts.Identifier): ts.Declaration | undefined {
    const symbol = this.#checker.getSymbolAtLocation(name);
    if (symbol === undefined) return undefined;
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return (isAlias ? this.#checker.getAliasedSymbol(symbol) : symbol).declarations?.[0];
  }
}

function kindOf(checker: ts.TypeChecker, type: ts.Type): string {
  const plain = checker.getBaseTypeOfLiteralType(type);
  const parts = plain.isUnion() ? plain.types : [plain];
  const kinds = parts.map((one) => {
    const name = checker.typeToString(checker.getBaseTypeOfLiteralType(one));
    return one.symbol?.name === 'Buffer' ? 'Buffer' : name;
  });
  return [...new Set(kinds)]
    .join(' | ')
    .replace(/^readonly /, '')
    .replace(/^true \| false$|^false \| true$/, 'boolean');
}

/**
 * Compares the declared row type of a statement with its result columns and returns the differences. In a statement with an
 * outer join every column may be null.
 */
export function misfits(
  checker: ts.TypeChecker,
  row: ts.Type,
  text: string,
  columns: readonly SqlResultColumn[],
): readonly string[] {
  const wrong: string[] = [];
  const byName = new Map(columns.map((column) => [column.name, column]));
  const members = checker.getPropertiesOfType(row);
  const isOuter = /\b(?:left|right|full) join\b/i.test(text);
  for (const member of members) {
    const column = byName.get(member.name);
    if (column === undefined) {
      wrong.push(`no column ${member.name}`);
      continue;
    }
    const type = checker.getTypeOfSymbol(member);
    const takesNull = checker.getNonNullableType(type) !== type;
    const said = kindOf(checker, checker.getNonNullableType(type));
    if (column.type !== 'json' && said !== column.type)
      wrong.push(`${member.name} is ${column.type}, not ${said}`);
    if (column.isNullable === true && !takesNull) wrong.push(`${member.name} may be null`);
    if (column.isNullable === false && takesNull && !isOuter)
      wrong.push(`${member.name} is never null`);
  }
  for (const { name } of columns)
    if (!members.some((member) => member.name === name)) wrong.push(`nobody reads ${name}`);
  return wrong;
}
