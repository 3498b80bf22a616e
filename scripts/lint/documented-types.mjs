/** Syntax nodes that declare a type. A class declares one too. */
const TYPES = new Set([
  'ClassDeclaration',
  'TSEnumDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
]);

/**
 * Returns the declaration of a statement, with or without `export`.
 * @param {any} statement
 */
const declarationOf = (statement) => statement.declaration ?? statement;

/**
 * Returns the names that a statement at the top level declares; those of a destructured value are left out.
 * @param {any} statement
 * @returns {readonly string[]}
 */
function declaredNames(statement) {
  const { id, declarations } = declarationOf(statement);
  if (id?.name !== undefined) return [id.name];
  return (declarations ?? [])
    .map((/** @type {any} */ one) => one.id.name)
    .filter((/** @type {string | undefined} */ name) => name !== undefined);
}

/**
 * Lint rule: every type at the top level of a file has a doc comment, exported or not. A type inferred from a schema shares the
 * comment of the schema with the same name.
 * @type {import('eslint').Rule.RuleModule}
 */
export const documentedTypes = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      missing:
        'Say in one sentence (/** … */) what a value of type "{{name}}" is, for a reader who sees nothing else of this file.',
    },
  },
  create(context) {
    const { sourceCode } = context;
    /** @param {any} statement */
    const isCommented = (statement) =>
      sourceCode
        .getCommentsBefore(statement)
        .some(({ type, value }) => type === 'Block' && value.startsWith('*'));
    return {
      Program({ body }) {
        const commented = new Set(
          body
            .filter(isCommented)
            .flatMap(declaredNames)
            .map((name) => name.toLowerCase()),
        );
        for (const statement of body) {
          const [name] = declaredNames(statement);
          if (name === undefined || !TYPES.has(declarationOf(statement).type)) continue;
          if (isCommented(statement) || commented.has(name.toLowerCase())) continue;
          context.report({ node: statement, messageId: 'missing', data: { name } });
        }
      },
    };
  },
};
