import { ACTIONS, HINTS, jsonSchema, MESSAGES, type Callable } from '@bridge/contracts';
import { breaks, type Schema } from './compatible.ts';

/** The schemas of one subject: of a call, its input and result inside the envelope; of a hint, its payload. */
export interface MessageSchemas {
  readonly input?: Schema;
  readonly result?: Schema;
  readonly payload?: Schema;
}

/** The committed form of everything that travels, by subject. */
export type WireSchemas = Readonly<Record<string, MessageSchemas>>;

/** JSON Schemas of every message, from the contracts. */
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
  before: Schema | undefined,
  now: Schema | undefined,
  newReceives: boolean,
): readonly string[] {
  if (before === undefined || now === undefined) return [];
  return newReceives ? breaks(now, before, subject) : breaks(before, now, subject);
}

/**
 * What a release that speaks `before` and one that speaks `now` cannot say to each other; empty when both can run side
 * by side. The new service must take every old input, and old callers every new result; hints go both ways.
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
