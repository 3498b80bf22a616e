import type { AnyNode } from 'acorn';
import type { Site, Value } from './domain.ts';
import type { Call } from './frame.ts';
import { fieldOf } from './site.ts';
import {
  ANY_NAME,
  BIT,
  ELEMENTS,
  has,
  joinAll,
  NONE,
  PRIMITIVE,
  siteValue,
  text,
  UNKNOWN,
} from './value.ts';

/** Largest text of JSON that is followed member by member, characters. */
const JSON_MAX = 400_000;
const DEPTH_MAX = 12;
/** Objects with more members are maps: the objects they hold are followed as one. */
const MEMBERS_MAX = 16;

function valueOf(data: unknown, path: string, node: AnyNode, call: Call): Value {
  const { world } = call.frame;
  world.spend();
  if (data === null) return NONE;
  if (typeof data === 'string') return text(data);
  if (typeof data !== 'object') return PRIMITIVE;
  if (path.length > DEPTH_MAX * 24) return UNKNOWN;
  const isList = Array.isArray(data);
  const site: Site = world.sites.at(
    node,
    isList ? 'array' : 'object',
    `json${isList ? '[]' : '{}'}${path}`,
  );
  const members = Object.entries(data);
  const isMap = members.length > MEMBERS_MAX;
  for (const [name, member] of members) {
    const key = isList || /^\d+$/.test(name) ? ELEMENTS : name;
    // Members of all elements of a list are one.
    world.put(fieldOf(site, key), valueOf(member, `${path}/${isMap ? ANY_NAME : key}`, node, call));
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
