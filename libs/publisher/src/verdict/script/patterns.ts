import { LOADING_GLOBALS, LOADING_METHODS, type Reading } from './reading.ts';
import type { Node } from './syntax.ts';

/** The names that a pattern gives values to. */
export function patternNames(pattern: Node | null | undefined): string[] {
  const names: string[] = [];
  const open: (Node | null | undefined)[] = [pattern];
  while (open.length > 0) {
    const node = open.pop();
    if (node === null || node === undefined) continue;
    if (node.type === 'Identifier' && node.name !== undefined) names.push(node.name);
    else if (node.type === 'Property') open.push(node.value as Node);
    else if (node.type === 'AssignmentPattern') open.push(node.left);
    else if (node.type === 'RestElement') open.push(node.argument);
    else open.push(...(node.elements ?? []), ...(node.properties ?? []));
  }
  return names;
}

/** Names that get something nobody can read off the code. */
export function openNames(pattern: Node | null | undefined, reading: Reading): void {
  for (const name of patternNames(pattern)) reading.world.assign(name, reading.scope, undefined);
  noteKeys(pattern, reading);
}

/** `const { fetch } = window` takes a loader under its own name, or another. */
export function noteKeys(
  pattern: Node | null | undefined,
  { world, script, scope }: Reading,
): void {
  for (const { key } of pattern?.properties ?? [])
    if (key?.name !== undefined && (LOADING_GLOBALS.has(key.name) || LOADING_METHODS.has(key.name)))
      world.addMention(`'${key.name}'`, scope, { script, offset: key.start });
}
