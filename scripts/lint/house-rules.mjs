import { builtinRules } from 'eslint/use-at-your-own-risk';

/** Every name a lib exports says in one sentence what it is. */
const documentedExports = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      missing: 'Say in one sentence (/** … */) what "{{name}}" is: units, shapes, errors, source.',
    },
  },
  create(context) {
    const { sourceCode } = context;
    const commented = (node) =>
      sourceCode
        .getCommentsBefore(node)
        .some(({ type, value }) => type === 'Block' && value.startsWith('*'));
    // An action or message is described by its own `purpose`, which also reaches the reference.
    const hasPurpose = ({ declarations }) =>
      declarations?.[0]?.init?.arguments?.[0]?.properties?.some(
        ({ key }) => key?.name === 'purpose',
      );
    const nameOf = ({ id, declarations }) => id?.name ?? declarations?.[0]?.id?.name ?? '';
    let previous = '';
    return {
      ExportNamedDeclaration(node) {
        const { declaration } = node;
        if (!declaration) return;
        const name = nameOf(declaration);
        // Overloads, and a type that follows the schema it is inferred from, share one sentence.
        const shared = name.toLowerCase() === previous;
        previous = name.toLowerCase();
        if (shared || commented(node) || hasPurpose(declaration)) return;
        context.report({ node, messageId: 'missing', data: { name } });
      },
    };
  },
};

/** ESLint's own `max-lines` under a second name, so that one length warns and another fails. */
const maxLines = builtinRules.get('max-lines');

/** The few rules of this house that no package brings. */
export const house = {
  rules: { 'documented-exports': documentedExports, 'max-lines': maxLines },
};

const property = (object, name, message) => ({ object, property: name, message });

/** Effects that come through `deps`, so that a test can hold time and chance in its hand. */
export const EFFECTS = {
  properties: [
    property('Date', 'now', 'Time comes through deps: use the kernel clock.'),
    property('Math', 'random', 'Chance comes through deps: use the kernel ids.'),
  ],
  syntax: [
    {
      selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
      message: 'Time comes through deps: use the kernel clock.',
    },
  ],
};

/** The environment is read once, in the kernel's configuration. */
export const ENVIRONMENT = {
  properties: [
    property(
      'process',
      'env',
      'Settings come through config: declare them in the module’s schema.',
    ),
    property('process', 'argv', 'Arguments are parsed in an app’s main.ts.'),
  ],
};

/** Only files named terminal.ts talk to the person at the terminal; all else logs. */
export const TERMINAL = {
  properties: [
    property('process', 'stdout', 'Log with the kernel logger, or print through a terminal.ts.'),
    property('process', 'stderr', 'Log with the kernel logger, or print through a terminal.ts.'),
  ],
};

/** Forms that are never right here. */
export const FORMS = {
  syntax: [
    {
      selector: 'ExportAllDeclaration',
      message: 'A door names what it lets through: export each name.',
    },
  ],
};

/** What leaves a lib as a failure is in the catalogue. */
export const THROWS = {
  syntax: [
    {
      selector: 'ThrowStatement > NewExpression[callee.name=/^(Error|TypeError|RangeError)$/]',
      message: 'Throw a BridgeError from the catalogue (contracts/errors.ts).',
    },
  ],
};

/** A test waits on a condition, never on the clock. */
export const SLEEPS = {
  syntax: [
    {
      selector: 'NewExpression[callee.name="Promise"] CallExpression[callee.name="setTimeout"]',
      message: 'A sleep is slow and still flaky: wait on a condition (until, expect.poll).',
    },
  ],
  properties: [
    property('vi', 'mock', 'No mocks of our own code: use the real part or a hand-made dep.'),
  ],
};

/** ESLint's two "restricted" rules from any of the groups above. */
export function restrict(...groups) {
  const properties = groups.flatMap((group) => group.properties ?? []);
  const syntax = groups.flatMap((group) => group.syntax ?? []);
  return {
    'no-restricted-properties': properties.length ? ['error', ...properties] : 'off',
    'no-restricted-syntax': syntax.length ? ['error', ...syntax] : 'off',
  };
}
