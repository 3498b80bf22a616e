/**
 * Lint rule that refuses metaphors and unclear words in names and comments. It lists only words that are wrong in every
 * context. docs/glossary.md defines the terms of the project.
 */

/**
 * Refused parts of identifiers with their replacements.
 * @type {readonly (readonly [part: string, instead: string])[]}
 */
const PARTS = [
  ['door', 'AdmissionQueue, admit, shed; fast path or fallback; listener'],
  ['lane', 'ServiceQueue, queue'],
  ['strain', 'LoadSample, load'],
  ['clash', 'Conflict, conflict'],
  ['mood', 'ServiceState, state'],
  ['trouble', 'problem, or the name of the error'],
  ['calm', 'idle'],
  ['somebody', 'the name of the actor'],
  ['nobody', 'the name of the actor'],
  ['anybody', 'the name of the actor'],
  ['whoever', 'the name of the actor'],
  ['last words', 'FinalLogFlush'],
  ['lean tree', 'CompactTree'],
  ['give back', 'detachBuffer, release'],
];
/** Names with a refused word that cannot change, because messages, BRIDGE_LIMITS or metrics contain them. */
const WIRE_NAMES = new Set(['trouble', 'lane', 'strain']);

/** Matches a type name that consists only of a participle or gerund, which is refused. */
const PARTICIPLE = new RegExp(
  `^(?:[A-Z][a-z]*[^e\\W]ed|${[
    ...['Begun', 'Drawn', 'Found', 'Given', 'Got', 'Held', 'Kept', 'Known', 'Made', 'Said', 'Seen'],
    ...['Sent', 'Shown', 'Sought', 'Taken', 'Told', 'Unproven', 'Written', 'Asking', 'Closing'],
    ...['Gathering', 'Loading', 'Packing', 'Reading', 'Running', 'Searching', 'Sending', 'Waiting'],
  ].join('|')})$`,
);

/** @type {readonly (readonly [phrase: RegExp, instead: string])[]} */
const PHRASES = [
  [/\b(?:whoever|whom|somebody|nobody|anybody|everybody|who is)\b/i, 'name the actor'],
  [/(?:^|[.:;(] )who\b/i, 'name the actor'],
  [/(?:^|[.:;] )what (?:is|are|was|were)\b/i, 'name the value'],
  [/\bat hand\b/i, 'inline, in memory, available'],
  [/\bon (?:its|their) way\b/i, 'in flight'],
  [/\b(?:send|sends|sending|sent) away\b/i, 'shed, refuse'],
  [/\b(?:let|lets) in\b/i, 'admit'],
  [/\blast words\b/i, 'final log flush'],
  [/\b(?:told|heard|hears?|unheard)\b/i, 'received, reported, distinguished'],
  [/\basks?\b/i, 'requests, reads, queries, calls'],
  [/\bdoors?\b/i, 'admission queue, listener, entry point'],
  [/\blanes?\b/i, 'service queue'],
  [/\bclash(?:es)?\b/i, 'conflict'],
  [/\b(?:goes|go|going|went) on\b/i, 'continues, is done'],
  [/\b(?:mood|strain|trouble)\b/i, 'state, load, problem'],
];

/**
 * Splits an identifier into lower-case words and removes a plural `s`.
 * @param {string} name
 * @returns {string}
 */
const wordsOf = (name) =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [])
    .map((word) => word.toLowerCase().replace(/(?<=door|lane|strain|mood|trouble)s$|ed$/, ''))
    .join(' ');

/**
 * Joins a comment into one line and removes quoted text.
 * @param {string} comment
 * @returns {string}
 */
const proseOf = (comment) =>
  comment
    .replace(/\n\s*\*?/g, ' ')
    .replace(/`[^`]*`|“[^”]*”|"[^"]*"/g, '')
    .replace(/^[*\s]+/, '');

/** @type {import('eslint').Rule.RuleModule} */
export const retiredWords = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { retired: '"{{found}}" is a retired word: {{instead}}.' },
  },
  create(context) {
    const seen = new Set();
    /** @param {import('estree').Node & { name: string }} node */
    const checkName = (node) => {
      if (seen.has(node.name) || WIRE_NAMES.has(node.name)) return;
      seen.add(node.name);
      const words = ` ${wordsOf(node.name)} `;
      for (const [part, instead] of PARTS)
        if (words.includes(` ${part} `))
          context.report({ node, messageId: 'retired', data: { found: node.name, instead } });
    };
    /** @param {{ id: (import('estree').Node & { name: string }) | null }} node */
    const checkType = ({ id }) => {
      if (id && PARTICIPLE.test(id.name)) {
        const data = { found: id.name, instead: 'a type is a noun that says what the value is' };
        context.report({ node: id, messageId: 'retired', data });
      }
    };
    return {
      Program() {
        for (const { value, loc } of context.sourceCode.getAllComments()) {
          const prose = proseOf(value);
          for (const [phrase, instead] of PHRASES) {
            const found = phrase.exec(prose)?.[0];
            if (found !== undefined && loc)
              context.report({ loc, messageId: 'retired', data: { found, instead } });
          }
        }
      },
      Identifier: checkName,
      PrivateIdentifier: checkName,
      JSXIdentifier: checkName,
      ClassDeclaration: checkType,
      TSInterfaceDeclaration: checkType,
      TSTypeAliasDeclaration: checkType,
    };
  },
};
