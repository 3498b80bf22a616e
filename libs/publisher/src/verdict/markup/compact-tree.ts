import { html, type Token, type TreeAdapter } from 'parse5';
import { BudgetSpent, DEPTH_MAX, nameSet } from '../model/index.ts';
import {
  node,
  NODE_PARTS,
  memoryWeight,
  type OpenElement,
  type TreeTypeMap,
  type TreeNode,
} from './compact-nodes.ts';

/** The tree, and what ends it: text of elements the page never closed. */
export interface CompactTree {
  readonly adapter: TreeAdapter<TreeTypeMap>;
  /** Reports a start tag of which the parser made no element; does nothing for all others. */
  dropped(token: Token.TagToken): void;
  close(): void;
}

/** What the tree reports while the parser builds it. */
export interface TreeEvents {
  /** An element of the source was met; formatting elements that the parser repeats come once. */
  element(element: OpenElement, inTemplate: boolean): void;
  /** An element whose text is read was closed. */
  text(element: OpenElement, text: string): void;
  doctype(): void;
}

/** Elements whose text is a program, a style sheet, markup or material that scripts read. */
const READ = nameSet('script style noscript textarea noembed noframes xmp title');

/** Tags whose attributes are merged or that mean nothing out of place. */
const STRUCTURE = nameSet('html head body frameset frame');

/** Elements with text that are not closed yet: a page may end in the middle of one. */
class OpenTexts {
  readonly #events: TreeEvents;
  readonly #unread = new Set<OpenElement>();

  constructor(events: TreeEvents) {
    this.#events = events;
  }

  open(element: OpenElement): void {
    element.text = [];
    this.#unread.add(element);
  }

  /** Hands on the text of an element that is closed. */
  read(element: OpenElement): void {
    if (element.text === null) return;
    this.#unread.delete(element);
    const text = element.text.join('');
    element.text = null;
    this.#events.text(element, text);
  }

  readAll(): void {
    for (const element of this.#unread) this.read(element);
  }
}

/**
 * A tree for parse5 that never grows: nodes know their parent and no children. The whole of HTML's tree construction
 * runs, foster parenting and adoption included, in memory bounded by the depth of the page, not by its length.
 */
export function makeCompactTree(events: TreeEvents): CompactTree {
  const texts = new OpenTexts(events);
  // The parser makes an element again (with the same attribute list) to close and reopen formatting.
  const seen = new WeakSet<Token.Attribute[]>();
  // The parser looks behind the last child for the text it has just put there; an empty list makes that look slow.
  const lastText = [node('#text', '')];
  let inTemplate = false;
  let depth = 0;
  const report = (element: OpenElement): void => {
    if (element.attributes.length > 0) {
      if (seen.has(element.attributes)) return;
      seen.add(element.attributes);
    }
    events.element(element, inTemplate);
  };
  const adapter: TreeAdapter<TreeTypeMap> = {
    ...NODE_PARTS,
    createElement: (name, namespace, attributes) => {
      const element = node(name, namespace, attributes);
      if (READ.has(name)) texts.open(element);
      return element;
    },
    onElementCreated: (_element, context) => {
      inTemplate = context.isInTemplate;
    },
    setNodeSourceCodeLocation: (target: TreeNode | undefined, location) => {
      // The parser looks for the text node it has just made; this tree keeps none.
      if (target === undefined || location === null || target.name.startsWith('#')) return;
      target.location = location;
      report(target);
    },
    adoptAttributes: (recipient, attributes) => {
      const known = new Set(recipient.attributes.map(({ name }) => name));
      const added = attributes.filter(({ name }) => !known.has(name));
      recipient.attributes.push(...added);
      if (added.length > 0)
        events.element({ ...recipient, attributes: added, text: null }, inTemplate);
    },
    onItemPush: (element) => {
      depth += memoryWeight(element);
      if (depth > DEPTH_MAX) throw new BudgetSpent('depth');
    },
    onItemPop: (element) => {
      depth -= memoryWeight(element);
      texts.read(element);
    },
    setDocumentType: () => events.doctype(),
    getChildNodes: () => lastText,
  };
  return {
    adapter,
    dropped: ({ tagName, attrs, location }) => {
      if (attrs.length === 0 || seen.has(attrs) || STRUCTURE.has(tagName)) return;
      const element = node(tagName, html.NS.HTML, attrs);
      element.location = location === null ? null : { ...location, startTag: location };
      report(element);
    },
    close: () => texts.readAll(),
  };
}
