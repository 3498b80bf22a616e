import type { AnyNode } from 'acorn';
import type { AllocationSite, AbstractValue } from './domain.ts';
import type { CallWithEvaluatedArguments } from './frame.ts';
import { fieldOf } from './allocation-site.ts';
import {
  ANY_NAME,
  ELEMENTS,
  isListed,
  join,
  joinAll,
  NONE,
  PRIMITIVE,
  siteValue,
  text,
  UNKNOWN,
} from './value.ts';

/**
 * Maximum length of a JSON text whose parsed content is tracked, in characters. The result of parsing a longer one is unknown.
 */
const JSON_MAX = 400_000;
const JSON_DEPTH_MAX = 12;
/**
 * Maximum number of members of a JSON object whose nested objects are tracked one by one. In a larger object, member names are
 * ignored: the nested objects at the same place below any member are treated as one object.
 */
const JSON_MEMBERS_MAX = 16;

function jsonValue(
  data: unknown,
  path: string,
  node: AnyNode,
  call: CallWithEvaluatedArguments,
): AbstractValue {
  const { state } = call.frame;
  state.spend();
  if (data === null) return NONE;
  if (typeof data === 'string') return text(data);
  if (typeof data !== 'object') return PRIMITIVE;
  if (path.length > JSON_DEPTH_MAX * 24) return UNKNOWN;
  const isList = Array.isArray(data);
  const site: AllocationSite = state.sites.at(
    node,
    isList ? 'array' : 'object',
    `json${isList ? '[]' : '{}'}${path}`,
  );
  const members = Object.entries(data);
  const isMap = members.length > JSON_MEMBERS_MAX;
  for (const [name, member] of members) {
    const key = isList || /^\d+$/.test(name) ? ELEMENTS : name;
    // The path (the member names from the root) is the same for all elements of a list, so the objects in them are treated as
    // one object.
    state.put(
      fieldOf(site, key),
      jsonValue(member, `${path}/${isMap ? ANY_NAME : key}`, node, call),
    );
  }
  return siteValue(site);
}

/**
 * Returns the possible results of `JSON.parse`: the content of the texts when all possible texts are known; otherwise any
 * value.
 */
export function parsedJson(value: AbstractValue, call: CallWithEvaluatedArguments): AbstractValue {
  if (!isListed(value)) return UNKNOWN;
  if (value.texts.size === 0) return join(PRIMITIVE, NONE);
  const parts: AbstractValue[] = [];
  for (const known of value.texts) {
    if (known.length > JSON_MAX) return UNKNOWN;
    try {
      parts.push(jsonValue(JSON.parse(known), '', call.node, call));
    } catch {
      // This text is not valid JSON. `JSON.parse` throws for it in the browser as well, so it adds no possible value to the
      // result.
    }
  }
  return joinAll(parts);
}
