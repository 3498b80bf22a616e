import { builtinRules } from 'eslint/use-at-your-own-risk';
import { retiredWords } from './retired-words.mjs';

/** @typedef {NonNullable<import('estree').ExportNamedDeclaration['declaration']>} Declaration */

/**
 * Every exported name of a lib has a comment.
 * @type {import('eslint').Rule.RuleModule}
 */
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
    /** @param {import('estree').Node} node */
    const commented = (node) =>
      sourceCode
        .getCommentsBefore(node)
        .some(({ type, value }) => type === 'Block' && value.startsWith('*'));
    // An action or message is described by its own `purpose`, which also reaches the reference.
    /** @param {Declaration} declaration */
    const hasPurpose = (declaration) => {
      const [first] = 'declarations' in declaration ? declaration.declarations : [];
      const argument = first?.init?.type === 'CallExpression' ? first.init.arguments[0] : undefined;
      return (
        argument?.type === 'ObjectExpression' &&
        argument.properties.some(
          (one) =>
            one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === 'purpose',
        )
      );
    };
    /** @param {Declaration} declaration */
    const nameOf = (declaration) => {
      if (!('declarations' in declaration)) return declaration.id.name;
      const id = declaration.declarations[0]?.id;
      return id?.type === 'Identifier' ? id.name : '';
    };
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

/** The project's own rules, for which there is no package. */
export const house = {
  rules: {
    'documented-exports': documentedExports,
    'max-lines': maxLines,
    'retired-words': retiredWords,
  },
};

/**
 * @typedef {object} Group
 * @property {readonly { object: string, property: string, message: string }[]} [properties]
 * @property {readonly { selector: string, message: string }[]} [syntax]
 */

/**
 * @param {string} object
 * @param {string} name
 * @param {string} message
 */
const property = (object, name, message) => ({ object, property: name, message });

/** Effects that come through `deps`, so that a test can control time and randomness. */
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

/** Only files named terminal.ts write to the terminal; all other code logs. */
export const TERMINAL = {
  properties: [
    property('process', 'stdout', 'Log with the kernel logger, or print through a terminal.ts.'),
    property('process', 'stderr', 'Log with the kernel logger, or print through a terminal.ts.'),
  ],
};

/** Syntax that the project refuses everywhere. */
export const FORMS = {
  syntax: [
    {
      selector: 'ExportAllDeclaration',
      message: 'A door names what it lets through: export each name.',
    },
  ],
};

/** The build copies the files that a module names in this form; it does not recognise any other. */
export const FILES = {
  syntax: [
    {
      selector:
        'NewExpression[callee.name="URL"][arguments.0.type!="Literal"][arguments.1.object.type="MetaProperty"]',
      message:
        "Name a file beside a module by a literal, new URL('./x.worker.ts', import.meta.url): the build bundles or copies it.",
    },
  ],
};

/** A lib throws only errors of the catalogue. */
export const THROWS = {
  syntax: [
    {
      selector: 'ThrowStatement > NewExpression[callee.name=/^(Error|TypeError|RangeError)$/]',
      message: 'Throw a BridgeError from the catalogue (contracts/errors.ts).',
    },
  ],
};

/**
 * A request releases its resources on every path. A listener that is added after `close` never runs, and a caller can
 * forget to call a release function. ADR 019.
 */
export const HELD = {
  syntax: [
    {
      selector:
        'CallExpression[callee.property.name=/^(?:on|once|addListener)$/][arguments.0.value="close"]',
      message:
        'A close that was already emitted is never heard: use whenClosed(stream, then) of the kernel.',
    },
    {
      selector:
        'CallExpression[callee.property.name=/^(?:acquire|admit)$/][callee.object.property.name!="limiter"]:not([arguments.0.name="scope"], [arguments.0.property.name="scope"])',
      message:
        'What bounds something takes the ResourceScope that gives it back: admit(scope, …), with exchange.scope in a route.',
    },
  ],
};

/** No text becomes markup in the console: a user's HTML is shown only in frames of the content origin. */
export const MARKUP = {
  properties: [property('document', 'write', 'Build elements; a text never becomes markup.')],
  syntax: [
    {
      selector:
        'JSXAttribute[name.name=/^(?:dangerouslySetInnerHTML|srcDoc)$/], MemberExpression[property.name=/^(?:innerHTML|outerHTML|srcdoc|insertAdjacentHTML)$/]',
      message: 'A text never becomes markup in the console: use a frame of the content origin.',
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

/**
 * ESLint's two "restricted" rules from any of the groups above.
 * @param {readonly Group[]} groups
 * @returns {import('eslint').Linter.RulesRecord}
 */
export function restrict(...groups) {
  const properties = groups.flatMap((group) => group.properties ?? []);
  const syntax = groups.flatMap((group) => group.syntax ?? []);
  return {
    'no-restricted-properties': properties.length ? ['error', ...properties] : 'off',
    'no-restricted-syntax': syntax.length ? ['error', ...syntax] : 'off',
  };
}
