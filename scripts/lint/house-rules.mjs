import { builtinRules } from 'eslint/use-at-your-own-risk';
import { documentedTypes } from './documented-types.mjs';
import { retiredWords } from './retired-words.mjs';

/** @typedef {NonNullable<import('estree').ExportNamedDeclaration['declaration']>} Declaration */

/**
 * Lint rule: every exported name of a library has a doc comment.
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
    // The `purpose` of an action or message replaces the doc comment.
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
        // Overloads share one comment; so do a schema and the type that is inferred from it.
        const shared = name.toLowerCase() === previous;
        previous = name.toLowerCase();
        if (shared || commented(node) || hasPurpose(declaration)) return;
        context.report({ node, messageId: 'missing', data: { name } });
      },
    };
  },
};

/**
 * Lint rule: a cast through `unknown`, which turns the type check off, has a comment with its reason before its statement or line.
 * @type {import('eslint').Rule.RuleModule}
 */
const reasonedCasts = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      missing: 'Say in a comment above why this cast is right, or give the value its type.',
    },
  },
  create(context) {
    const { sourceCode } = context;
    return {
      'TSAsExpression > TSAsExpression > TSUnknownKeyword'(
        /** @type {import('eslint').Rule.Node} */ node,
      ) {
        const starts = [node, ...sourceCode.getAncestors(node)].filter(
          ({ type }) => !/^(?:Program|BlockStatement|.*Function.*)$/.test(type),
        );
        const lines = new Set(starts.map(({ loc }) => (loc?.start.line ?? 0) - 1));
        const isReasoned = sourceCode
          .getAllComments()
          .some(({ loc }) => loc !== undefined && loc !== null && lines.has(loc.end.line));
        if (!isReasoned) context.report({ node, messageId: 'missing' });
      },
    };
  },
};

/** ESLint's rule `max-lines` under a second name, so that a file length above one limit warns and above another one fails. */
const maxLines = builtinRules.get('max-lines');

/** ESLint plugin with the lint rules of this project. */
export const house = {
  rules: {
    'documented-exports': documentedExports,
    'documented-types': documentedTypes,
    'max-lines': maxLines,
    'reasoned-casts': reasonedCasts,
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

/** Refuses reading the clock and random numbers other than through `deps`, which tests can replace. */
export const EFFECTS = {
  properties: [
    property('Date', 'now', 'Use the kernel clock from `deps`.'),
    property('Math', 'random', 'Use the ids of the kernel from `deps` instead of random numbers.'),
  ],
  syntax: [
    {
      selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
      message: 'Use the kernel clock from `deps`.',
    },
  ],
};

/** Refuses `process.env` outside the kernel's settings, and `process.argv` outside an app's main.ts. */
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

/** Refuses writing to the terminal outside files named terminal.ts. */
export const TERMINAL = {
  properties: [
    property('process', 'stdout', 'Log with the kernel logger, or print through a terminal.ts.'),
    property('process', 'stderr', 'Log with the kernel logger, or print through a terminal.ts.'),
  ],
};

/** Syntax that is refused in all files: `export *`, and log events that are not in snake_case. */
export const FORMS = {
  syntax: [
    {
      selector: 'ExportAllDeclaration',
      message: 'Export each name: `export *` hides what a library offers.',
    },
    ...['name', 'property.name'].map((member) => ({
      selector: `CallExpression[callee.property.name=/^(debug|info|warn|error)$/][callee.object.${member}="log"] > Literal[value=/[^a-z0-9_]/]`,
      message:
        'A log event is a name in snake_case; put values, the reason and a hint into fields.',
    })),
  ],
};

/** Refuses file URLs in a form that the build does not recognise; the file would be missing in the bundle. */
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

/** In libraries, refuses errors that are not in the error catalogue. */
export const THROWS = {
  syntax: [
    {
      selector: 'ThrowStatement > NewExpression[callee.name=/^(Error|TypeError|RangeError)$/]',
      message: 'Throw a BridgeError from the catalogue (contracts/errors.ts).',
    },
  ],
};

/**
 * Refuses `close` listeners: one that is added after the event never runs, so its resource is never released. `whenClosed`
 * handles both cases. Refuses admission without a scope that releases it. ADR 019.
 */
export const UNSCOPED = {
  syntax: [
    {
      selector:
        'CallExpression[callee.property.name=/^(?:on|once|addListener)$/][arguments.0.value="close"]',
      message:
        'A listener added after the event `close` never runs: use whenClosed(stream, then) of the kernel.',
    },
    {
      selector:
        'CallExpression[callee.property.name=/^(?:acquire|admit)$/][callee.object.property.name!="limiter"]:not([arguments.0.name="scope"], [arguments.0.property.name="scope"])',
      message:
        'Pass the ResourceScope that releases the resource: admit(scope, …), with exchange.scope in a route.',
    },
  ],
};

/** Refuses parsing text as HTML in the console. HTML of users may appear only in frames of the content origin. */
export const MARKUP = {
  properties: [
    property(
      'document',
      'write',
      'Create elements instead; the console never parses text as HTML.',
    ),
  ],
  syntax: [
    {
      selector:
        'JSXAttribute[name.name=/^(?:dangerouslySetInnerHTML|srcDoc)$/], MemberExpression[property.name=/^(?:innerHTML|outerHTML|srcdoc|insertAdjacentHTML)$/]',
      message: 'The console never parses text as HTML: use a frame of the content origin.',
    },
  ],
};

/** Refuses sleeps in tests; a test must wait for a condition. */
export const SLEEPS = {
  syntax: [
    {
      selector: 'NewExpression[callee.name="Promise"] CallExpression[callee.name="setTimeout"]',
      message: 'A sleep is slow and unreliable: wait for a condition (until, expect.poll).',
    },
  ],
  properties: [
    property('vi', 'mock', 'No mocks of our own code: use the real part or a hand-made dep.'),
  ],
};

/**
 * Returns ESLint's no-restricted-properties and no-restricted-syntax rules that refuse all properties and syntax of these
 * groups.
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
