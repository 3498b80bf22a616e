import { findAction, LIMITS, type InputIssue } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import type { CallForm, PreparedCall, Received } from '../dispatch.ts';
import { parseJson } from './parse-json.ts';
import { prepareCall } from './prepare-call.ts';
import { readRaw } from './read-raw.ts';
import { boundedIssues, cutName } from './cut-name.ts';

/** Unknown members beside the input that are named. */
const UNKNOWN_SHOWN_MAX = 10;

/** A body as a surface receives it. */
export type ReadCall = Pick<Received, 'body' | 'calls'>;

type JsonObject = Record<string, unknown>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuse(...issues: readonly InputIssue[]): never {
  throw new BridgeError('invalid_input', { issues: boundedIssues(issues) });
}

/** A call whose payload is no object: refused at its place in the order of checks, after action and scope. */
function withoutInput(name: string): PreparedCall {
  if (findAction(name) === undefined) return { name, checked: null };
  const message = 'must be an object; leave it out when there is nothing to say';
  return {
    name,
    checked: { ok: false, issues: [{ path: 'payload', rule: 'invalid_type', message }] },
  };
}

function readAct(body: unknown): ReadCall {
  if (!isObject(body)) refuse({ path: '', rule: 'invalid_type', message: 'must be an object' });
  const { action, payload, ...others } = body;
  const unknown = Object.keys(others);
  if (unknown.length > 0) {
    const message = 'this property is not known; the body has action and payload only';
    const rule = 'unrecognized_keys';
    const issues = unknown.slice(0, UNKNOWN_SHOWN_MAX);
    refuse(...issues.map((name) => ({ path: cutName(name), rule, message })));
  }
  if (action === undefined) refuse({ path: 'action', rule: 'required', message: 'is required' });
  if (typeof action !== 'string')
    refuse({ path: 'action', rule: 'invalid_type', message: 'must be a string' });
  // Absent is an empty input; null is not absent.
  const input = payload === undefined ? {} : payload;
  const call = isObject(input) ? prepareCall(action, input) : withoutInput(action);
  return { body: { action }, calls: [call] };
}

/** The call of one JSON-RPC message; its input leaves the message, because it was checked and may be large. */
function callOf(message: unknown): PreparedCall | null {
  if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params))
    return null;
  const { params } = message;
  const input = params.arguments === undefined ? {} : params.arguments;
  if (typeof params.name !== 'string' || !isObject(input)) return null;
  delete params.arguments;
  return prepareCall(params.name, input);
}

function readMcp(body: unknown): ReadCall {
  if (!Array.isArray(body)) return { body, calls: [callOf(body)] };
  // A batch that is too long is refused whole; nothing of it is worth checking.
  const isBounded = body.length <= LIMITS.batchMembersMax;
  return { body, calls: body.map((message) => (isBounded ? callOf(message) : null)) };
}

/** Parses a body and checks the input of every call in it; throws what parseJson throws. Pure. */
export function readCall(bytes: Buffer, form: CallForm): ReadCall {
  if (typeof form === 'object') return { body: null, calls: [readRaw(bytes, form)] };
  const body = parseJson(bytes);
  return form === 'act' ? readAct(body) : readMcp(body);
}
