import type { AnyNode } from 'acorn';
import type { Call } from './calls.ts';
import { fieldOf, type Site } from './site.ts';
import {
  BIT,
  ELEMENTS,
  has,
  joinAll,
  NONE,
  PRIMITIVE,
  siteValue,
  text,
  UNKNOWN,
  type Value,
} from './value.ts';

/** Largest text of JSON that is followed member by member, characters. */
const JSON_MAX = 400_000;
const DEPTH_MAX = 12;

function valueOf(data: unknown, path: string, node: AnyNode, call: Call): Value {
  const { world } = call.frame;
  world.spend();
  if (data === null) return NONE;
  if (typeof data === 'string') return text(data);
  if (typeof data !== 'object') return PRIMITIVE;
  if (path.length > DEPTH_MAX * 24) return UNKNOWN;
  const isList = Array.isArray(data);
  const site: Site = world.siteAt(node, isList ? 'array' : 'object', `json${path}`);
  for (const [name, member] of Object.entries(data)) {
    const key = isList || /^\d+$/.test(name) ? ELEMENTS : name;
    // Members of all elements of a list are one.
    world.put(fieldOf(site, key), valueOf(member, `${path}/${key}`, node, call));
  }
  return siteValue(site);
}

/** What `JSON.parse` makes of a value: of a known text, exactly what is written in it. */
export function parsedJson(value: Value, call: Call): Value {
  const isKnown =
    value.level === 0 &&
    value.sites.size === 0 &&
    value.hosts.size === 0 &&
    (value.bits & ~(BIT.NONE | BIT.PRIMITIVE)) === 0;
  if (!isKnown || has(value, BIT.UNKNOWN)) return UNKNOWN;
  const parts: Value[] = [PRIMITIVE];
  if (value.texts.size === 0) return joinAll([PRIMITIVE, NONE]);
  parts.pop();
  for (const known of value.texts) {
    if (known.length > JSON_MAX) return UNKNOWN;
    try {
      parts.push(valueOf(JSON.parse(known), '', call.node, call));
    } catch {
      // It throws there as it does here: no value.
    }
  }
  return joinAll(parts);
}
