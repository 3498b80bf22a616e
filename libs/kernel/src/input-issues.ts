import type { InputIssue } from '@bridge/contracts';
import type { z } from 'zod';
import { boundedIssues, shownPath, type JsonPath } from './cut-name.ts';

/** Maximum number of issues that one refusal lists. */
const ISSUES_MAX = 40;

function isMissing(input: unknown, path: JsonPath): boolean {
  let value = input;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return false;
    value = (value as Readonly<Record<PropertyKey, unknown>>)[part];
  }
  return value === undefined;
}

const ORIGIN_UNITS: Readonly<Record<string, string>> = { string: ' character', array: ' item' };

/**
 * Returns a bound with its unit, as part of an issue’s message. An exclusive bound becomes the next integer, because no
 * input has fractions.
 */
function boundText(
  limit: number | bigint,
  step: number,
  inclusive: boolean | undefined,
  origin: string,
): string {
  const value = inclusive === false ? Number(limit) + step : Number(limit);
  const unit = ORIGIN_UNITS[origin] ?? '';
  return `${value}${unit}${unit === '' || value === 1 ? '' : 's'}`;
}

/** JSON Schema's names of zod's types; all numbers of inputs are integers. */
const TYPE_NAMES: Readonly<Record<string, string>> = { int: 'integer', number: 'integer' };

/** Returns the message of an issue. An agent reads it, so it contains neither zod's text nor a value of the client. */
function messageOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type': {
      const type = TYPE_NAMES[issue.expected] ?? issue.expected;
      return `must be ${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
    }
    case 'too_big':
      return `must be at most ${boundText(issue.maximum, -1, issue.inclusive, issue.origin)}`;
    case 'too_small':
      return `must be at least ${boundText(issue.minimum, 1, issue.inclusive, issue.origin)}`;
    case 'invalid_format':
      // A message of the contract begins with `must`; zod's own messages do not.
      if (issue.message.startsWith('must ')) return issue.message;
      return issue.pattern === undefined
        ? `must be a valid ${issue.format}`
        : `must match ${issue.pattern.replace(/^\/|\/[a-z]*$/g, '')}`;
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    default:
      return 'is not valid';
  }
}

/**
 * Converts zod's issues to those of the error object, with one issue for each unknown property.
 * @param at path of the input in the whole input of the call
 */
export function inputIssues(
  error: z.ZodError,
  input: unknown,
  at: JsonPath = [],
): readonly InputIssue[] {
  const issues = error.issues.flatMap((issue): InputIssue[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: shownPath([...at, ...issue.path, key]),
        rule: issue.code,
        message: 'this property is not known',
      }));
    }
    const path = shownPath([...at, ...issue.path]);
    return issue.code === 'invalid_type' && isMissing(input, issue.path)
      ? [{ path, rule: 'required', message: 'is required' }]
      : [{ path, rule: issue.code, message: messageOf(issue) }];
  });
  return boundedIssues(issues.slice(0, ISSUES_MAX));
}
