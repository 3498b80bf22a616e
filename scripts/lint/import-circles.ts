import { dirname, join } from 'node:path';
import { readImports } from '../architecture/read-imports.ts';

/** Source files that a file imports by a path of its own; a package's name is not followed. */
const importsOf = (file: string): readonly string[] =>
  readImports(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => join(dirname(file), name));

/**
 * Groups of files each of which imports all others of its group, directly or by way of others: such files cannot be read,
 * tested or moved one without the others. Each group is sorted.
 */
export function importCircles(files: readonly string[]): readonly (readonly string[])[] {
  const all = new Set(files);
  const graph = new Map(files.map((file) => [file, importsOf(file).filter((to) => all.has(to))]));
  const order = new Map<string, number>();
  const circles: (readonly string[])[] = [];
  const open: string[] = [];
  // Tarjan's algorithm: the lowest index of an open file that can be reached is the root of its group.
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
