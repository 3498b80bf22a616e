import type { AnyNode } from 'acorn';
import type { AllocationSite, Value } from './domain.ts';
import type { EvaluatedCall } from './frame.ts';
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

/** Maximum length of a JSON text whose members are tracked individually, in characters. */
const JSON_MAX = 400_000;
const JSON_DEPTH_MAX = 12;
/** Maximum number of members of an object that are tracked individually; the members of a larger object share one value. */
const JSON_MEMBERS_MAX = 16;

function jsonValue(data: unknown, path: string, node: AnyNode, call: EvaluatedCall): Value {
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
    // All elements of a list share one path, and so one allocation site.
    state.put(
      fieldOf(site, key),
      jsonValue(member, `${path}/${isMap ? ANY_NAME : key}`, node, call),
    );
  }
  return siteValue(site);
}

/** Evaluates `JSON.parse`. For a known text the result is the exact content, else unknown. */
export function parsedJson(value: Value, call: EvaluatedCall): Value {
  if (!isListed(value)) return UNKNOWN;
  if (value.texts.size === 0) return join(PRIMITIVE, NONE);
  const parts: Value[] = [];
  for (const known of value.texts) {
    if (known.length > JSON_MAX) return UNKNOWN;
    try {
      parts.push(jsonValue(JSON.parse(known), '', call.node, call));
    } catch {
      // The browser throws as well, so there is no value.
    }
  }
  return joinAll(parts);
}
