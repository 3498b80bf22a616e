import { html, type Token, type TreeAdapter } from 'parse5';
import { BudgetExceededError, DEPTH_MAX, nameSet } from '../model/index.ts';
import {
  node,
  NODE_PARTS,
  memoryWeight,
  type UnclosedHtmlElement,
  type TreeAdapterNodeTypes,
  type HtmlTreeNode,
} from './compact-nodes.ts';

/**
 * A tree adapter, through which parse5 builds the tree of a page, and functions that report elements and texts which parse5
 * does not pass to an adapter.
 */
export interface CompactTreeAdapter {
  readonly adapter: TreeAdapter<TreeAdapterNodeTypes>;
  /** Reports the element of a start tag that the parser dropped. Does nothing when the parser made an element for the tag. */
  reportDropped(token: Token.TagToken): void;
  /** Reports the texts of the elements that the page does not close. Call it after parsing. */
  close(): void;
}

/** The callbacks that the tree adapter calls while parse5 parses. */
export interface TreeAdapterCallbacks {
  /** Called once for each element of the source, even when the parser creates several elements from one formatting tag. */
  element(element: UnclosedHtmlElement, inTemplate: boolean): void;
  /** Called with the text of an element (such as a script) when the element ends, if this text is analysed. */
  text(element: UnclosedHtmlElement, text: string): void;
  doctype(): void;
}

/** Elements whose text is analysed: it is a program, a style sheet, markup, or data that scripts may read. */
const READ = nameSet('script style noscript textarea noembed noframes xmp title');

/**
 * Tags that `reportDropped` ignores: at a wrong position the parser ignores them too, or merges them into an existing element.
 */
const STRUCTURE = nameSet('html head body frameset frame');

/** The open elements whose text is analysed. The page may end before they are closed; `readAll` then reports their text. */
class UnclosedElementTextReporter {
  readonly #events: TreeAdapterCallbacks;
  readonly #unread = new Set<UnclosedHtmlElement>();

  constructor(events: TreeAdapterCallbacks) {
    this.#events = events;
  }

  open(element: UnclosedHtmlElement): void {
    element.text = [];
    this.#unread.add(element);
  }

  /** Reports the text of an element that has ended. */
  read(element: UnclosedHtmlElement): void {
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
 * Makes a tree adapter, through which parse5 builds the tree of a page. Its nodes refer to their parent and to no children, so
 * memory is bounded by the nesting depth of the page, not by its length. The HTML tree construction is complete (foster
 * parenting, adoption agency).
 */
export function makeCompactTree(events: TreeAdapterCallbacks): CompactTreeAdapter {
  const texts = new UnclosedElementTextReporter(events);
  // The attribute lists of the elements that were already reported. A formatting element that the parser reopens is created
  // again with the same list, and is not reported twice.
  const seen = new WeakSet<Token.Attribute[]>();
  // The parser reads the last child, to find the text that it has just inserted. It gets this node, because reading past the
  // end of an empty array is slow.
  const lastText = [node('#text', '')];
  let inTemplate = false;
  let depth = 0;
  const report = (element: UnclosedHtmlElement): void => {
    if (element.attributes.length > 0) {
      if (seen.has(element.attributes)) return;
      seen.add(element.attributes);
    }
    events.element(element, inTemplate);
  };
  const adapter: TreeAdapter<TreeAdapterNodeTypes> = {
    ...NODE_PARTS,
    createElement: (name, namespace, attributes) => {
      const element = node(name, namespace, attributes);
      if (READ.has(name)) texts.open(element);
      return element;
    },
    onElementCreated: (_element, context) => {
      inTemplate = context.isInTemplate;
    },
    setNodeSourceCodeLocation: (target: HtmlTreeNode | undefined, location) => {
      // The parser passes undefined or the placeholder text node here, because this tree stores no text nodes.
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
      if (depth > DEPTH_MAX) throw new BudgetExceededError('depth');
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
