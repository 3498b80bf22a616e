import {
  SURVEYED_GLOBALS,
  SURVEYED_METHODS,
  type ScriptAddressSearchContext,
} from './survey-context.ts';
import type { ScriptNode } from './syntax.ts';

/** The names of the variables that a destructuring pattern declares or assigns. */
export function collectPatternNames(pattern: ScriptNode | null | undefined): string[] {
  const names: string[] = [];
  const open: (ScriptNode | null | undefined)[] = [pattern];
  while (open.length > 0) {
    const node = open.pop();
    if (node === null || node === undefined) continue;
    if (node.type === 'Identifier' && node.name !== undefined) names.push(node.name);
    else if (node.type === 'Property') open.push(node.value as ScriptNode);
    else if (node.type === 'AssignmentPattern') open.push(node.left);
    else if (node.type === 'RestElement') open.push(node.argument);
    else open.push(...(node.elements ?? []), ...(node.properties ?? []));
  }
  return names;
}

/** Records that the variables in a destructuring pattern (`{a, b} = …`) may have any value. */
export function readPattern(
  pattern: ScriptNode | null | undefined,
  context: ScriptAddressSearchContext,
): void {
  for (const name of collectPatternNames(pattern))
    context.survey.assign(name, context.scope, undefined);
  noteLoadingKeys(pattern, context);
}

/** Records keys of a destructuring pattern that are names of loading functions, as in `const { fetch } = window`. */
export function noteLoadingKeys(
  pattern: ScriptNode | null | undefined,
  { survey, script, scope }: ScriptAddressSearchContext,
): void {
  for (const { key } of pattern?.properties ?? [])
    if (
      key?.name !== undefined &&
      (SURVEYED_GLOBALS.has(key.name) || SURVEYED_METHODS.has(key.name))
    )
      survey.addMention(`'${key.name}'`, scope, { script, offset: key.start });
}
