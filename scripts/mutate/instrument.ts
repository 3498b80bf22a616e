import ts from 'typescript';
import { findMutants, type Mutant } from './find-mutants.ts';

/** A source text that contains all its mutants. Each mutant is executed only while `SWITCH` returns true for its number. */
export interface InstrumentedSource {
  readonly text: string;
  readonly mutants: readonly Mutant[];
}

/**
 * Name of the global function that returns whether a mutant is on. Instrumented sources call it; a global function needs no
 * import.
 */
export const SWITCH = '__isMutantOn';

/**
 * Puts each mutant of a source behind a switch: an expression becomes `(on(7) ? changed : original)`, a removable
 * statement `{ if (!on(8)) statement }`. Mutants are numbered from `firstId`.
 */
export function instrument(path: string, text: string, firstId: number): InstrumentedSource {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const mutants = findMutants(source);
  const byRange = new Map<string, number[]>();
  for (const [i, { start, end }] of mutants.entries()) {
    const key = `${start}:${end}`;
    byRange.set(key, [...(byRange.get(key) ?? []), i]);
  }
  const render = (node: ts.Node): string => {
    const start = node.getStart(source);
    const key = `${start}:${node.getEnd()}`;
    // Several syntax nodes can have the same position. Only the outermost one is replaced by an expression with `SWITCH`.
    const own = byRange.get(key) ?? [];
    byRange.delete(key);
    let read = start;
    let written = '';
    for (const child of childrenOf(node)) {
      const from = child.getStart(source);
      written += text.slice(read, from) + render(child);
      read = child.getEnd();
    }
    written += text.slice(read, node.getEnd());
    return own.reduceRight((inner, i) => switched(mutants[i], firstId + i, inner), written);
  };
  return { text: text.slice(0, source.getStart(source)) + render(source), mutants };
}

function childrenOf(node: ts.Node): readonly ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    // An omitted element of a list, as in `[, a]`, is a node without text.
    if (child.end > child.pos) children.push(child);
  });
  return children.toSorted((a, b) => a.pos - b.pos);
}

function switched(mutant: Mutant | undefined, id: number, inner: string): string {
  if (mutant === undefined) return inner;
  if (mutant.replacement === null) return `{ if (!${SWITCH}(${id})) ${inner} }`;
  return `(${SWITCH}(${id}) ? (${mutant.replacement}) : (${inner}))`;
}
