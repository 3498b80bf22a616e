import type { ProtocolVersion } from '@bridge/contracts';
import {
  CallToolResultSchema,
  EmptyResultSchema,
  InitializeResultSchema,
  JSONRPCMessageSchema,
  ListToolsResultSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';

/** What a request of this method must be answered with. */
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

/** What the prose of a version asks of a tool result beyond the schema, which is one for all three. */
function callProblems(version: ProtocolVersion, value: unknown): readonly string[] {
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
 * What is wrong with a message that leaves the surface in answer to `method`, by the schemas that the official SDK ships
 * and by the prose of its version; empty when nothing is.
 */
export function wireProblems(
  version: ProtocolVersion,
  method: string,
  message: unknown,
): readonly string[] {
  // The schemas of the protocol know no null id; JSON-RPC demands it where the id could not be read.
  const problems = unfit(JSONRPCMessageSchema, withoutNullId(message));
  if (problems.length > 0 || typeof message !== 'object' || message === null) return problems;
  if (!('result' in message)) return [];
  const schema = RESULTS[method];
  return [
    ...(schema === undefined ? [] : unfit(schema, message.result)),
    ...(method === 'tools/call' ? callProblems(version, message.result) : []),
  ];
}
