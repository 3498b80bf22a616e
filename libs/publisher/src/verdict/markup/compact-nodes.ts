import { html, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';

/**
 * An element of the page whose end tag the parser has not reached. It has no list of children, and of the members of a tree
 * node only those that parse5 reads.
 */
export interface UnclosedHtmlElement {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Token.Attribute[];
  parent: HtmlTreeNode | null;
  content: HtmlTreeNode | null;
  location: Token.ElementLocation | null;
  /** The parts of the element's text, if it is analysed (script, style, noscript …). Null for other elements. */
  text: string[] | null;
}

/**
 * A document, fragment or element. A node refers to its parent and to no children, so the memory of closed elements is freed at
 * once.
 */
export type HtmlTreeNode = UnclosedHtmlElement;

/** The node types for parse5's tree adapter, which has one type parameter per kind of node. */
export type TreeAdapterNodeTypes = TreeAdapterTypeMap<
  HtmlTreeNode,
  HtmlTreeNode,
  HtmlTreeNode,
  HtmlTreeNode,
  HtmlTreeNode,
  UnclosedHtmlElement,
  HtmlTreeNode,
  HtmlTreeNode,
  UnclosedHtmlElement,
  HtmlTreeNode
>;

/** Makes a tree node without parent, position or text. */
export function node(
  name: string,
  namespace: string,
  attributes: Token.Attribute[] = [],
): UnclosedHtmlElement {
  return { name, namespace, attributes, parent: null, content: null, location: null, text: null };
}

/** Returns the memory of an open element, in units of an element without attributes. Each attribute adds 2. */
export const memoryWeight = ({ attributes }: UnclosedHtmlElement): number =>
  1 + 2 * attributes.length;

/** The functions of parse5's tree adapter (which builds the tree for the parser) that are the same for every page. */
export const NODE_PARTS = {
  createDocument: () => node('#document', ''),
  createDocumentFragment: () => node('#fragment', ''),
  createCommentNode: () => node('#comment', ''),
  createTextNode: () => node('#text', ''),
  getNodeSourceCodeLocation: () => null,
  updateNodeSourceCodeLocation: () => undefined,
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
  setTemplateContent: (template, content) => {
    template.content = content;
    content.parent = null;
  },
  getTemplateContent: (template) => template.content ?? template,
  setDocumentMode: (document, mode) => {
    document.attributes[0] = { name: 'mode', value: mode };
  },
  getDocumentMode: (document) =>
    document.attributes[0]?.value === 'quirks'
      ? html.DOCUMENT_MODE.QUIRKS
      : html.DOCUMENT_MODE.NO_QUIRKS,
  getParentNode: (child) => child.parent,
  getFirstChild: () => null,
  getTagName: (element) => element.name,
  getNamespaceURI: (element) => element.namespace as html.NS,
  getAttrList: (element) => element.attributes,
  getTextNodeContent: () => '',
  getCommentNodeContent: () => '',
  getDocumentTypeNodeName: () => '',
  getDocumentTypeNodePublicId: () => '',
  getDocumentTypeNodeSystemId: () => '',
  isTextNode: (target): target is HtmlTreeNode => target.name === '#text',
  isCommentNode: (target): target is HtmlTreeNode => target.name === '#comment',
  isDocumentTypeNode: (target): target is HtmlTreeNode => target.name === '#doctype',
  isElementNode: (target): target is UnclosedHtmlElement => !target.name.startsWith('#'),
} satisfies Partial<TreeAdapter<TreeAdapterNodeTypes>>;
