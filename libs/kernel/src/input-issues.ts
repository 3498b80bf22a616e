import type { InputIssue } from '@bridge/contracts';
import type { z } from 'zod';
import { boundedIssues, shownPath, type JsonPathSegments } from './cut-name.ts';

/** Maximum number of issues in one error; further issues are omitted. */
const ISSUES_MAX = 40;

function isMissing(input: unknown, path: JsonPathSegments): boolean {
  let value = input;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return false;
    value = (value as Readonly<Record<PropertyKey, unknown>>)[part];
  }
  return value === undefined;
}

const ORIGIN_UNITS: Readonly<Record<string, string>> = { string: ' character', array: ' item' };

/**
 * Converts a limit to text with its unit. An exclusive limit is moved by `step` to the nearest integer that is allowed, because
 * inputs have no fractions.
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

/** JSON Schema type names for zod type names; every number in an input is an integer. */
const TYPE_NAMES: Readonly<Record<string, string>> = { int: 'integer', number: 'integer' };

/** Returns the text of an issue (problem of an input) for agents, without zod's wording and without values of the client. */
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
      // The product's own schemas define messages that begin with `must`; zod's default messages do not.
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
 * Converts zod’s issues to the issues (problems of an input) in the product's error object. Each unknown property gets its own
 * issue.
 * @param at path of `input` inside the whole input of the call
 */
export function inputIssues(
  error: z.ZodError,
  input: unknown,
  at: JsonPathSegments = [],
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
