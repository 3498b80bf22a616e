import { findAction, findMessage, type InputIssue } from '@bridge/contracts';
import { inputIssues } from '@bridge/kernel';
import { z } from 'zod';
import type { WebsiteTextCallNameAndParams, ParsedActionCall } from '../dispatch.ts';
import { isObject } from './is-object.ts';
import { separateBodies } from './prepare-call.ts';

/** Returns an error entry for each member of a request body that has the name of a path parameter. */
function repeatedMembers(
  body: object,
  params: WebsiteTextCallNameAndParams['params'],
): readonly InputIssue[] {
  const message = 'this property is not known; the address names it';
  return Object.keys(params)
    .filter((name) => name in body)
    .map((path) => ({ path, rule: 'unrecognized_keys', message }));
}

/**
 * Validates the call of a console route with a large body. The body has the members of the input that the path does not
 * contain. Pure, because it also runs in worker threads. Spec: editor.large-bodies.
 */
export function readContent(
  body: unknown,
  { entry: name, params }: WebsiteTextCallNameAndParams,
): ParsedActionCall {
  const callable = findAction(name) ?? findMessage(name);
  if (callable === undefined || !(callable.input instanceof z.ZodObject))
    return { name, checked: null };
  if (!isObject(body)) {
    const message = 'must be an object';
    return { name, checked: { ok: false, issues: [{ path: '', rule: 'invalid_type', message }] } };
  }
  const repeated = repeatedMembers(body, params);
  if (repeated.length > 0) return { name, checked: { ok: false, issues: repeated } };
  const sent = { ...body, ...params };
  const schema: z.ZodObject = callable.input;
  const parsed = schema.strict().safeParse(sent);
  return parsed.success
    ? { name, checked: { ok: true, input: separateBodies(callable, parsed.data) } }
    : { name, checked: { ok: false, issues: inputIssues(parsed.error, sent) } };
}
