import type { McpProtocolVersion } from '@bridge/contracts';
import {
  CallToolResultSchema,
  EmptyResultSchema,
  InitializeResultSchema,
  JSONRPCMessageSchema,
  ListToolsResultSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';

/** Schema of the result of each MCP method. */
const RESULTS: Readonly<Record<string, z.ZodType>> = {
  initialize: InitializeResultSchema,
  ping: EmptyResultSchema,
  'tools/list': ListToolsResultSchema,
  'tools/call': CallToolResultSchema,
};

function unfit(schema: z.ZodType, value: unknown): readonly string[] {
  const { error } = schema.safeParse(value);
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

/**
 * Checks the rules for tool results that a version of MCP states only in prose, because the SDK's schema is the same for all
 * versions.
 */
function callProblems(version: McpProtocolVersion, value: unknown): readonly string[] {
  const { success, data } = CallToolResultSchema.safeParse(value);
  if (!success) return [];
  const structured = data.structuredContent !== undefined;
  const expected = version !== '2025-03-26' && data.isError !== true;
  return [
    ...data.content.filter(({ type }) => type !== 'text').map(({ type }) => `content of ${type}`),
    ...(structured === expected ? [] : [`structuredContent: ${structured}`]),
  ];
}

function withoutNullId(message: unknown): unknown {
  if (typeof message !== 'object' || message === null || !('id' in message)) return message;
  if (message.id !== null || !('error' in message)) return message;
  return { ...message, id: undefined };
}

/**
 * Checks an MCP answer against the schemas of the official SDK, and against the rules that MCP states only in prose. Returns
 * the problems as texts.
 */
export function wireProblems(
  version: McpProtocolVersion,
  method: string,
  message: unknown,
): readonly string[] {
  // JSON-RPC requires the id null when the request's id is unreadable, but the SDK's schemas refuse it.
  const problems = unfit(JSONRPCMessageSchema, withoutNullId(message));
  if (problems.length > 0 || typeof message !== 'object' || message === null) return problems;
  if (!('result' in message)) return [];
  const schema = RESULTS[method];
  return [
    ...(schema === undefined ? [] : unfit(schema, message.result)),
    ...(method === 'tools/call' ? callProblems(version, message.result) : []),
  ];
}
