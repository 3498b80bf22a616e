import { ACTIONS, HINTS, jsonSchema, MESSAGES, type BusCallDefinition } from '@bridge/contracts';
import { breaks, type JsonSchema } from './compatible.ts';

/** The JSON Schemas of the messages on one bus subject: input and result of a call, or the payload of a hint (broadcast). */
export interface BusSubjectSchemas {
  readonly input?: JsonSchema;
  readonly result?: JsonSchema;
  readonly payload?: JsonSchema;
}

/** The JSON Schemas of all bus messages: bus subject → schemas. */
export type SchemasByBusSubject = Readonly<Record<string, BusSubjectSchemas>>;

/** Derives the JSON Schemas of all bus messages from their definitions in libs/contracts. */
export function messageSchemas(): SchemasByBusSubject {
  const callables: readonly BusCallDefinition[] = [...ACTIONS, ...MESSAGES];
  const calls = callables.map((callable): [string, BusSubjectSchemas] => [
    callable.subject,
    {
      input: jsonSchema(callable.wireInput, 'input'),
      result: jsonSchema(callable.wireOutput, 'output'),
    },
  ]);
  const hints = HINTS.map((hint): [string, BusSubjectSchemas] => [
    hint.subject,
    { payload: jsonSchema(hint.payload, 'input') },
  ]);
  return Object.fromEntries([...calls, ...hints].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function between(
  subject: string,
  before: JsonSchema | undefined,
  now: JsonSchema | undefined,
  newReceives: boolean,
): readonly string[] {
  if (before === undefined || now === undefined) return [];
  return newReceives ? breaks(now, before, subject) : breaks(before, now, subject);
}

/**
 * Lists the differences of message schemas that prevent two releases from running together; empty when they can. The new
 * service must accept old inputs, old callers must accept new results, and each release must be able to read the hints
 * (broadcast messages) of the other.
 */
export function breakingDifferences(
  before: SchemasByBusSubject,
  now: SchemasByBusSubject,
): readonly string[] {
  return Object.entries(before).flatMap(([subject, old]) => {
    const current = now[subject];
    if (current === undefined) return [`${subject}: is gone`];
    return [
      ...between(`${subject} input`, old.input, current.input, true),
      ...between(`${subject} result`, old.result, current.result, false),
      ...between(`${subject} payload`, old.payload, current.payload, true),
      ...between(`${subject} payload`, old.payload, current.payload, false),
    ];
  });
}
