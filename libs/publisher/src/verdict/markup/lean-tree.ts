import { html, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';
import { BudgetSpent, DEPTH_MAX } from '../model/index.ts';

/** An element while it is open: enough for the parser to decide, nothing of what is inside except wanted text. */
export interface LeanElement {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Token.Attribute[];
  parent: LeanNode | null;
  content: LeanNode | null;
  location: Token.ElementLocation | null;
  /** Text of an element whose text is read: script, style, noscript and the like; null for all others. */
  text: string[] | null;
}

/** Document, fragment or element; the tree keeps parents only, so closed branches are freed at once. */
export type LeanNode = LeanElement;

type LeanMap = TreeAdapterTypeMap<
  LeanNode,
  LeanNode,
  LeanNode,
  LeanNode,
  LeanNode,
  LeanElement,
  LeanNode,
  LeanNode,
  LeanElement,
  LeanNode
>;

/** The tree, and what ends it: text of elements the page never closed. */
export interface LeanTree {
  readonly adapter: TreeAdapter<LeanMap>;
  /** Reports a start tag of which the parser made no element; does nothing for all others. */
  dropped(token: Token.TagToken): void;
  close(): void;
}

/** What the tree reports while the parser builds it. */
export interface LeanEvents {
  /** An element of the source was met; formatting elements that the parser repeats come once. */
  element(element: LeanElement, inTemplate: boolean): void;
  /** An element whose text is read was closed. */
  text(element: LeanElement, text: string): void;
  doctype(): void;
}

/** Elements whose text is a program, a style sheet, markup or material that scripts read. */
const READ = new Set([
  'script',
  'style',
  'noscript',
  'textarea',
  'noembed',
  'noframes',
  'xmp',
  'title',
]);

/** Tags whose attributes are merged or that mean nothing out of place. */
const STRUCTURE = new Set(['html', 'head', 'body', 'frameset', 'frame']);

function node(name: string, namespace: string, attributes: Token.Attribute[] = []): LeanElement {
  return { name, namespace, attributes, parent: null, content: null, location: null, text: null };
}

/** What an open element keeps in memory, in elements without attributes. */
const weight = ({ attributes }: LeanElement): number => 1 + 2 * attributes.length;

/**
 * A tree for parse5 that never grows: nodes know their parent and no children. The whole of HTML's tree construction
 * runs, foster parenting and adoption included, in memory bounded by the depth of the page, not by its length.
 */
export function leanTree(events: LeanEvents): LeanTree {
  /** Elements with text that are not closed yet: a page may end in the middle of one. */
  const unread = new Set<LeanElement>();
  const read = (element: LeanElement): void => {
    if (element.text === null) return;
    unread.delete(element);
    const text = element.text.join('');
    element.text = null;
    events.text(element, text);
  };
  // The parser makes an element again (with the same attribute list) to close and reopen formatting.
  const seen = new WeakSet<Token.Attribute[]>();
  // The parser looks behind the last child for the text it has just put there; an empty list makes that look slow.
  const lastText = [node('#text', '')];
  let inTemplate = false;
  let depth = 0;
  const report = (element: LeanElement): void => {
    if (element.attributes.length > 0) {
      if (seen.has(element.attributes)) return;
      seen.add(element.attributes);
    }
    events.element(element, inTemplate);
  };
  const adapter: TreeAdapter<LeanMap> = {
    createDocument: () => node('#document', ''),
    createDocumentFragment: () => node('#fragment', ''),
    createElement: (name, namespace, attributes) => {
      const element = node(name, namespace, attributes);
      if (READ.has(name)) {
        element.text = [];
        unread.add(element);
      }
      return element;
    },
    createCommentNode: () => node('#comment', ''),
    createTextNode: () => node('#text', ''),
    onElementCreated: (_element, context) => {
      inTemplate = context.isInTemplate;
    },
    setNodeSourceCodeLocation: (target: LeanNode | undefined, location) => {
      // The parser looks for the text node it has just made; this tree keeps none.
      if (target === undefined || location === null || target.name.startsWith('#')) return;
      target.location = location;
      report(target);
    },
    getNodeSourceCodeLocation: () => null,
    updateNodeSourceCodeLocation: () => undefined,
    adoptAttributes: (recipient, attributes) => {
      const known = new Set(recipient.attributes.map(({ name }) => name));
      const added = attributes.filter(({ name }) => !known.has(name));
      recipient.attributes.push(...added);
      if (added.length > 0)
        events.element({ ...recipient, attributes: added, text: null }, inTemplate);
    },
    appendChild: (parent, child) => {
      child.parent = parent;
    },
    insertBefore: (parent, child) => {
      child.parent = parent;
    },
    detachNode: (child) => {
      child.parent = null;
    },
    insertText: (parent, text) => {
      parent.text?.push(text);
    },
    insertTextBefore: () => undefined,
    onItemPush: (element) => {
      depth += weight(element);
      if (depth > DEPTH_MAX) throw new BudgetSpent('depth');
    },
    onItemPop: (element) => {
      depth -= weight(element);
      read(element);
    },
    setTemplateContent: (template, content) => {
      template.content = content;
      content.parent = null;
    },
    getTemplateContent: (template) => template.content ?? template,
    setDocumentType: () => {
      events.doctype();
    },
    setDocumentMode: (document, mode) => {
      document.attributes[0] = { name: 'mode', value: mode };
    },
    getDocumentMode: (document) =>
      document.attributes[0]?.value === 'quirks'
        ? html.DOCUMENT_MODE.QUIRKS
        : html.DOCUMENT_MODE.NO_QUIRKS,
    getParentNode: (child) => child.parent,
    getFirstChild: () => null,
    getChildNodes: () => lastText,
    getTagName: (element) => element.name,
    getNamespaceURI: (element) => element.namespace as html.NS,
    getAttrList: (element) => element.attributes,
    getTextNodeContent: () => '',
    getCommentNodeContent: () => '',
    getDocumentTypeNodeName: () => '',
    getDocumentTypeNodePublicId: () => '',
    getDocumentTypeNodeSystemId: () => '',
    isTextNode: (target): target is LeanNode => target.name === '#text',
    isCommentNode: (target): target is LeanNode => target.name === '#comment',
    isDocumentTypeNode: (target): target is LeanNode => target.name === '#doctype',
    isElementNode: (target): target is LeanElement => !target.name.startsWith('#'),
  };
  return {
    adapter,
    dropped: ({ tagName, attrs, location }) => {
      if (attrs.length === 0 || seen.has(attrs) || STRUCTURE.has(tagName)) return;
      const element = node(tagName, html.NS.HTML, attrs);
      element.location = location === null ? null : { ...location, startTag: location };
      report(element);
    },
    close: () => {
      for (const element of unread) read(element);
    },
  };
}
