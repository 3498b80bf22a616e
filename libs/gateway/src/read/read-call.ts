import { findAction, LIMITS, type InputIssue } from '@bridge/contracts';
import { BridgeError, boundedIssues, cutName } from '@bridge/kernel';
import type { CallBodyFormat, ParsedActionCall, AgentSurfaceRequest } from '../dispatch.ts';
import { parseJson } from './parse-json.ts';
import { prepareCall } from './prepare-call.ts';
import { readContent } from './read-content.ts';
import { readRaw } from './read-raw.ts';
import { isObject } from './is-object.ts';

/** Maximum number of unknown members of a request body that the error about them lists. */
const UNKNOWN_SHOWN_MAX = 10;

/** A parsed request body, with the calls in it. */
export type ParsedRequestBody = Pick<AgentSurfaceRequest, 'body' | 'calls'>;

function refuseInput(...issues: readonly InputIssue[]): never {
  throw new BridgeError('invalid_input', { issues: boundedIssues(issues) });
}

/**
 * Returns the call of an act request whose payload is not an object. `dispatch` refuses it after its checks of action and
 * scope.
 */
function callWithoutInput(name: string): ParsedActionCall {
  if (findAction(name) === undefined) return { name, checked: null };
  const message = 'must be an object; omit it when the action takes no input';
  return {
    name,
    checked: { ok: false, issues: [{ path: 'payload', rule: 'invalid_type', message }] },
  };
}

function readAct(body: unknown): ParsedRequestBody {
  if (!isObject(body))
    refuseInput({ path: '', rule: 'invalid_type', message: 'must be an object' });
  const { action, payload, ...others } = body;
  const unknown = Object.keys(others);
  if (unknown.length > 0) {
    const message = 'this property is not known; the body has action and payload only';
    const rule = 'unrecognized_keys';
    const issues = unknown.slice(0, UNKNOWN_SHOWN_MAX);
    refuseInput(...issues.map((name) => ({ path: cutName(name), rule, message })));
  }
  if (action === undefined)
    refuseInput({ path: 'action', rule: 'required', message: 'is required' });
  if (typeof action !== 'string')
    refuseInput({ path: 'action', rule: 'invalid_type', message: 'must be a string' });
  // A missing payload counts as an empty input; null is refused.
  const input = payload === undefined ? {} : payload;
  const call = isObject(input) ? prepareCall(action, input) : callWithoutInput(action);
  return { body: { action }, calls: [call] };
}

/**
 * Validates the call in a JSON-RPC message; null for a message that is not a call. Removes the input from the message,
 * because it may be large.
 */
function callOf(message: unknown): ParsedActionCall | null {
  if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params))
    return null;
  const { params } = message;
  const input = params.arguments === undefined ? {} : params.arguments;
  if (typeof params.name !== 'string' || !isObject(input)) return null;
  delete params.arguments;
  return prepareCall(params.name, input);
}

function readMcp(body: unknown): ParsedRequestBody {
  if (!Array.isArray(body)) return { body, calls: [callOf(body)] };
  // The calls of a batch that is too long are not validated, because the MCP surface refuses the batch.
  const isBounded = body.length <= LIMITS.batchMembersMax;
  return { body, calls: body.map((message) => (isBounded ? callOf(message) : null)) };
}

/**
 * Parses a request body and validates the inputs of all its calls. Throws like parseJson. Pure, because it also runs in
 * worker threads.
 */
export function readCall(bytes: Buffer, form: CallBodyFormat): ParsedRequestBody {
  if (typeof form === 'object' && 'action' in form)
    return { body: null, calls: [readRaw(bytes, form)] };
  const body = parseJson(bytes);
  if (typeof form === 'object') return { body: null, calls: [readContent(body, form)] };
  return form === 'act' ? readAct(body) : readMcp(body);
}
