import type { InputIssue } from '@bridge/contracts';
import type { z } from 'zod';
import { boundedIssues, shownPath } from './cut-name.ts';

/** Issues named in one refusal; an input that is wrong in more places is wrong as a whole. */
const ISSUES_MAX = 40;

type Path = readonly PropertyKey[];

function isMissing(input: unknown, path: Path): boolean {
  let value = input;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return false;
    value = (value as Readonly<Record<PropertyKey, unknown>>)[part];
  }
  return value === undefined;
}

const UNITS: Readonly<Record<string, string>> = { string: ' character', array: ' item' };

/** A bound in words; an exclusive one is told as the integer next to it, because no input has fractions. */
function bound(
  limit: number | bigint,
  step: number,
  inclusive: boolean | undefined,
  origin: string,
): string {
  const value = inclusive === false ? Number(limit) + step : Number(limit);
  const unit = UNITS[origin] ?? '';
  return `${value}${unit}${unit === '' || value === 1 ? '' : 's'}`;
}

/** The integers of a contract, in the words of JSON Schema; no input takes another number. */
const TYPES: Readonly<Record<string, string>> = { int: 'integer', number: 'integer' };

/** What a rule asks for, in the product's own words: an agent reads it, so no other's text and no value of the caller. */
function sentence(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type': {
      const type = TYPES[issue.expected] ?? issue.expected;
      return `must be ${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
    }
    case 'too_big':
      return `must be at most ${bound(issue.maximum, -1, issue.inclusive, issue.origin)}`;
    case 'too_small':
      return `must be at least ${bound(issue.minimum, 1, issue.inclusive, issue.origin)}`;
    case 'invalid_format':
      // A rule that a contract words itself; zod's own words begin otherwise.
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

/** Turns zod's issues into those of the error object, an unknown property named each on its own. */
export function inputIssues(error: z.ZodError, input: unknown): readonly InputIssue[] {
  const issues = error.issues.flatMap((issue): InputIssue[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: shownPath([...issue.path, key]),
        rule: issue.code,
        message: 'this property is not known',
      }));
    }
    const path = shownPath(issue.path);
    return issue.code === 'invalid_type' && isMissing(input, issue.path)
      ? [{ path, rule: 'required', message: 'is required' }]
      : [{ path, rule: issue.code, message: sentence(issue) }];
  });
  return boundedIssues(issues.slice(0, ISSUES_MAX));
}
