import { SCRIPT_REFERENCES, type ScriptReference, nameSet } from '../model/index.ts';
import type { SurveyContext } from './survey-context.ts';
import type { SurveySink } from './records.ts';
import type { ScriptNode } from './syntax.ts';
import type { SurveyValue } from './values.ts';

/** Rows of the properties that load, by their names in lower case. */
export const PROPERTY_ROWS: ReadonlyMap<string, ScriptReference> = new Map(
  SCRIPT_REFERENCES.filter(({ shape }) => shape === 'property').map((row) => [
    row.name.toLowerCase(),
    row,
  ]),
);

/** Elements whose `data` attribute loads. */
export const OBJECT_TAGS: ReadonlySet<string> = new Set(['object', 'embed']);

/** Attributes that name the target of a click or of a form. */
export const LEADING_ATTRIBUTES = nameSet('action formAction formaction ping');

/** Records the value of an attribute that loads. Returns true when an attribute of this name loads. */
export function addAttributeSink(
  attribute: string,
  value: SurveyValue,
  node: ScriptNode,
  context: SurveyContext,
  how: Pick<SurveySink, 'on' | 'member' | 'perhapsWord'> = {},
): boolean {
  if (attribute.length > 12) return false;
  const { survey, script, scope } = context;
  const name = attribute.toLowerCase();
  if (name === 'srcdoc') {
    survey.addMarkup(value, { script, offset: node.start });
    return true;
  }
  if (name === 'http-equiv') noteHttpEquiv(value, node, context);
  if (LEADING_ATTRIBUTES.has(name)) survey.setsAction = true;
  const row = PROPERTY_ROWS.get(name);
  if (row === undefined) return false;
  survey.addSink({ row, value, ...how, script, scope, offset: node.start });
  return true;
}

/** Records a script that may make a `meta` element with a refresh. */
export function noteHttpEquiv(
  value: SurveyValue,
  node: ScriptNode,
  { survey, script, scope }: SurveyContext,
): void {
  if (typeof value !== 'string' || value.trim().toLowerCase() === 'refresh')
    survey.addMention("'refresh'", scope, { script, offset: node.start });
}
