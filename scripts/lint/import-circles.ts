import { dirname, join } from 'node:path';
import { readImports } from '../architecture/read-imports.ts';

/** Returns the files that a file imports by relative paths. */
const importsOf = (file: string): readonly string[] =>
  readImports(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => join(dirname(file), name));

/** Finds circular imports. Returns groups of files that all import each other, directly or indirectly; each group is sorted. */
export function importCircles(files: readonly string[]): readonly (readonly string[])[] {
  const all = new Set(files);
  const graph = new Map(files.map((file) => [file, importsOf(file).filter((to) => all.has(to))]));
  const order = new Map<string, number>();
  const circles: (readonly string[])[] = [];
  const open: string[] = [];
  // Tarjan's algorithm for strongly connected components. Returns the lowest index that is reachable from the file; its files
  // form one group.
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    const at = open.push(file) - 1;
    const reach = (graph.get(file) ?? []).map((to) => {
      const seen = order.get(to);
      if (seen === undefined) return visit(to);
      return open.includes(to) ? seen : own;
    });
    const lowest = Math.min(own, ...reach);
    if (lowest < own) return lowest;
    const group = open.splice(at);
    if (group.length > 1 || graph.get(file)?.includes(file)) circles.push(group.sort());
    return own;
  };
  for (const file of files) if (!order.has(file)) visit(file);
  return circles;
}
