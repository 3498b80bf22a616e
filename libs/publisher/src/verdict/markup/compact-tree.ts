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

/** A tree adapter for parse5, and the functions that report what parse5 does not pass to the adapter. */
export interface CompactTree {
  readonly adapter: TreeAdapter<TreeTypeMap>;
  /** Reports the start tag if the parser made no element for it. */
  reportDropped(token: Token.TagToken): void;
  /** Reports the text of the elements that the page does not close. */
  close(): void;
}

/** The callbacks that the tree calls while the parser builds it. */
export interface TreeEvents {
  /** Called for each element of the source; once for a formatting element that the parser repeats. */
  element(element: OpenElement, inTemplate: boolean): void;
  /** Called when an element whose text is read is closed. */
  text(element: OpenElement, text: string): void;
  doctype(): void;
}

/** Elements whose text is a program, a style sheet, markup or data for scripts. */
const READ = nameSet('script style noscript textarea noembed noframes xmp title');

/** Tags that the parser merges into an existing element or ignores at a wrong position, so they make no element. */
const STRUCTURE = nameSet('html head body frameset frame');

/** The open elements whose text is analysed. The page may end before such an element is closed. */
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

  /** Reports the text of a closed element. */
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
 * Makes a tree adapter for parse5 whose nodes refer to their parent and to no children. Memory is bounded by the depth of
 * the page, not by its length; the tree construction of HTML is complete (foster parenting, adoption agency).
 */
export function makeCompactTree(events: TreeEvents): CompactTree {
  const texts = new OpenTexts(events);
  // The parser creates a formatting element again, with the same attribute list, when it reopens it.
  const seen = new WeakSet<Token.Attribute[]>();
  // The parser reads the last child to find the text that it has just inserted; that read is slow on an empty list.
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
      // The parser looks for the text node that it has just inserted; this tree stores none.
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
    reportDropped: ({ tagName, attrs, location }) => {
      if (attrs.length === 0 || seen.has(attrs) || STRUCTURE.has(tagName)) return;
      const element = node(tagName, html.NS.HTML, attrs);
      element.location = location === null ? null : { ...location, startTag: location };
      report(element);
    },
    close: () => texts.readAll(),
  };
}
