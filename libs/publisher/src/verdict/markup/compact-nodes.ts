import { html, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';

/** An element whose end tag has not been parsed. It has only the members that parse5 reads, and no list of children. */
export interface OpenElement {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Token.Attribute[];
  parent: TreeNode | null;
  content: TreeNode | null;
  location: Token.ElementLocation | null;
  /** The parts of the element's text, for elements whose text is analysed (script, style, noscript …); null for others. */
  text: string[] | null;
}

/** A document, fragment or element. Nodes refer to their parent only, so closed branches are freed at once. */
export type TreeNode = OpenElement;

/** The types of nodes, as the adapter of parse5 names them. */
export type TreeTypeMap = TreeAdapterTypeMap<
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  TreeNode,
  OpenElement,
  TreeNode,
  TreeNode,
  OpenElement,
  TreeNode
>;

/** Makes a node without parent, position or text. */
export function node(
  name: string,
  namespace: string,
  attributes: Token.Attribute[] = [],
): OpenElement {
  return { name, namespace, attributes, parent: null, content: null, location: null, text: null };
}

/** The memory of an open element, in units of an element without attributes. */
export const memoryWeight = ({ attributes }: OpenElement): number => 1 + 2 * attributes.length;

/** The functions of parse5's tree adapter that need no state beyond their arguments. */
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
  isTextNode: (target): target is TreeNode => target.name === '#text',
  isCommentNode: (target): target is TreeNode => target.name === '#comment',
  isDocumentTypeNode: (target): target is TreeNode => target.name === '#doctype',
  isElementNode: (target): target is OpenElement => !target.name.startsWith('#'),
} satisfies Partial<TreeAdapter<TreeTypeMap>>;
