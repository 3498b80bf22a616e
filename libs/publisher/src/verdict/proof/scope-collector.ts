import type { AnyNode, Function as FunctionNode, Pattern } from 'acorn';
import type { VariableBinding, DeclarationKind, LexicalScope } from './domain.ts';
import { makeScope, type ScopesByNode } from './scope.ts';
import { cell } from './allocation-site.ts';
import { NEVER } from './value.ts';

const isFunctionNode = (node: AnyNode): node is AnyNode & FunctionNode =>
  node.type === 'FunctionDeclaration' ||
  node.type === 'FunctionExpression' ||
  node.type === 'ArrowFunctionExpression';

/** Returns the names of the variables that a destructuring pattern or a parameter declares. */
function namesIn(pattern: Pattern): readonly string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((p) =>
        namesIn(p.type === 'RestElement' ? p.argument : p.value),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap((p) => (p === null ? [] : namesIn(p)));
    case 'RestElement':
      return namesIn(pattern.argument);
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    case 'MemberExpression':
      return [];
  }
}

/** Collects the declarations of a script into scopes. Hoists `var` and function declarations as JavaScript does. */
export class ScopeCollector {
  readonly scopes: ScopesByNode = { of: new Map(), bodies: new Map() };
  /** The first `with` statement of the script, or null. Inside it, names cannot be resolved. */
  unresolvable: AnyNode | null = null;
  /** Names of members that the script declares or writes. */
  readonly memberNames = new Set<string>();
  readonly #inHeads = new Set<AnyNode>();
  readonly #written = new Set<AnyNode>();
  readonly #bodyScopes = new Set<LexicalScope>();
  readonly #script: number;
  readonly #spend: (steps: number) => void;

  constructor(script: number, spend: (steps: number) => void) {
    this.#script = script;
    this.#spend = spend;
  }

  collect(root: AnyNode, top: LexicalScope): void {
    const open: { readonly node: AnyNode; readonly scope: LexicalScope }[] = [
      { node: root, scope: top },
    ];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      this.#spend(1);
      const inner = this.#enter(next.node, next.scope);
      for (const [child, within] of this.#children(next.node, inner))
        open.push({ node: child, scope: within });
    }
  }

  #declare(
    scope: LexicalScope,
    name: string,
    how: DeclarationKind,
    isPerhaps = false,
  ): VariableBinding {
    const known = scope.names.get(name);
    if (known !== undefined) {
      if (known.how === 'var') known.how = how;
      return known;
    }
    const binding = { ...cell(NEVER), how, isPerhaps, script: this.#script, setFrom: Infinity };
    scope.names.set(name, binding);
    return binding;
  }

  #declareVar(scope: LexicalScope, name: string, isPerhaps = false): VariableBinding {
    let at = scope;
    while (!at.isFunction && at.parent !== null) at = at.parent;
    const outer = at.parent?.names.get(name);
    if (outer?.how === 'parameter' && this.#bodyScopes.has(at) && !at.names.has(name)) {
      // A `var` with the name of a parameter begins with the parameter's value, so both scopes refer to the same variable
      // object.
      at.names.set(name, outer);
      return outer;
    }
    return this.#declare(at, name, 'var', isPerhaps);
  }

  #declareFunction(scope: LexicalScope, name: string): void {
    if (scope.isFunction) this.#declare(scope, name, 'function');
    // A function that a block declares is visible in the block and, in sloppy mode, also in the enclosing function. Both scopes
    // refer to the same variable object.
    else if (!scope.names.has(name)) scope.names.set(name, this.#declareVar(scope, name, true));
  }

  #enter(node: AnyNode, scope: LexicalScope): LexicalScope {
    if (node.type === 'WithStatement') this.unresolvable ??= node;
    if (isFunctionNode(node)) return this.#enterFunction(node, scope);
    if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') {
      if (node.type === 'ClassDeclaration' && node.id !== null)
        this.#declare(scope, node.id.name, 'lexical');
      const inner = makeScope(scope);
      if (node.id !== null && node.id !== undefined) this.#declare(inner, node.id.name, 'lexical');
      this.scopes.of.set(node, inner);
      return inner;
    }
    const opens = /^(?:BlockStatement|For\w*Statement|SwitchStatement|CatchClause|StaticBlock)$/;
    let within = scope;
    if (opens.test(node.type)) {
      within = makeScope(scope, node.type === 'StaticBlock');
      this.scopes.of.set(node, within);
    }
    if (node.type === 'CatchClause' && node.param !== null && node.param !== undefined)
      for (const name of namesIn(node.param)) this.#declare(within, name, 'lexical');
    if (node.type === 'VariableDeclaration')
      for (const { id, init } of node.declarations)
        for (const name of namesIn(id))
          if (node.kind === 'var') {
            const binding = this.#declareVar(scope, name);
            if (init || this.#inHeads.has(node))
              binding.setFrom = Math.min(binding.setFrom, node.end);
          } else this.#declare(scope, name, 'lexical');
    if (node.type === 'ForInStatement' || node.type === 'ForOfStatement')
      this.#inHeads.add(node.left);
    this.#noteName(node);
    if (node.type === 'ImportDeclaration')
      for (const { local } of node.specifiers) this.#declare(scope, local.name, 'lexical');
    return within;
  }

  /** If the script declares or writes a member of an object at this node, records the name of the member. */
  #noteName(node: AnyNode): void {
    const isMember = /^(?:Property|MethodDefinition|PropertyDefinition)$/.test(node.type);
    const key =
      isMember && 'key' in node
        ? node.key
        : node.type === 'MemberExpression' && this.#written.has(node)
          ? node.property
          : null;
    if (node.type === 'AssignmentExpression') this.#written.add(node.left);
    if (key?.type === 'Identifier') this.memberNames.add(key.name);
    if (key?.type === 'Literal') this.memberNames.add(String(key.value));
  }

  #enterFunction(node: AnyNode & FunctionNode, scope: LexicalScope): LexicalScope {
    let outer = scope;
    const name = node.id?.name;
    if (node.type === 'FunctionDeclaration' && name !== undefined)
      this.#declareFunction(scope, name);
    else if (node.type === 'FunctionExpression' && name !== undefined) {
      outer = makeScope(scope);
      this.#declare(outer, name, 'lexical');
    }
    const params = makeScope(outer, true);
    for (const param of node.params)
      for (const one of namesIn(param)) this.#declare(params, one, 'parameter');
    const body = makeScope(params, true);
    this.#bodyScopes.add(body);
    this.scopes.of.set(node, params);
    this.scopes.bodies.set(node, body);
    return params;
  }

  *#children(node: AnyNode, inner: LexicalScope): Generator<readonly [AnyNode, LexicalScope]> {
    const body = isFunctionNode(node) ? this.scopes.bodies.get(node) : undefined;
    for (const [key, value] of Object.entries(node)) {
      if (typeof value !== 'object' || value === null || value instanceof RegExp) continue;
      const scope = key === 'body' && body !== undefined ? body : inner;
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child)) yield [child, scope];
    }
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}
