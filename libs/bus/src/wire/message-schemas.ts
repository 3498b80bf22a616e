import { ACTIONS, HINTS, jsonSchema, MESSAGES, type Callable } from '@bridge/contracts';
import { breaks, type JsonSchema } from './compatible.ts';

/**
 * The JSON Schemas of one subject: for a call those of its input and result inside the envelope, for a hint that of its
 * payload.
 */
export interface MessageSchemas {
  readonly input?: JsonSchema;
  readonly result?: JsonSchema;
  readonly payload?: JsonSchema;
}

/** The JSON Schemas of all bus messages, by subject. */
export type WireSchemas = Readonly<Record<string, MessageSchemas>>;

/** Derives the JSON Schemas of all bus messages from the contracts. */
export function messageSchemas(): WireSchemas {
  const callables: readonly Callable[] = [...ACTIONS, ...MESSAGES];
  const calls = callables.map((callable): [string, MessageSchemas] => [
    callable.subject,
    {
      input: jsonSchema(callable.wireInput, 'input'),
      result: jsonSchema(callable.wireOutput, 'output'),
    },
  ]);
  const hints = HINTS.map((hint): [string, MessageSchemas] => [
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
 * Lists the differences that prevent the releases `before` and `now` from running side by side; empty when they can.
 * The new service must accept every old input, and old callers every new result; a hint must be readable in both
 * directions.
 */
export function breakingDifferences(before: WireSchemas, now: WireSchemas): readonly string[] {
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
