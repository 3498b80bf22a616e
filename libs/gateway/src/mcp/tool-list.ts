import { hash } from 'node:crypto';
import {
  jsonSchemaOf,
  TOOL_ACTIONS,
  type AnyAction,
  type JsonSchema,
  type McpProtocolVersion,
} from '@bridge/contracts';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';

/** The MCP list of tools as text; it is the same for every key and installation. */
export interface McpToolList {
  /** Returns the result of tools/list as JSON text: all tools on one page, without a cursor. */
  textFor(version: McpProtocolVersion): string;
  /**
   * SHA-256 of the list of tools as UTF-8 text, in the form for MCP versions from 2025-06-18 on; the service’s public manifest
   * contains it.
   */
  readonly sha256: string;
  has(name: string): boolean;
}

/** Removes `$schema` from a JSON Schema: 2020-12 is MCP’s default dialect, and older validators fail on any `$schema`. */
function withoutDialect(schema: JsonSchema): Record<string, unknown> {
  const rest: Record<string, unknown> = { ...schema };
  delete rest.$schema;
  return rest;
}

function toolOf(action: AnyAction, name: string): Tool {
  return {
    name,
    title: action.title,
    description: action.purpose,
    inputSchema: withoutDialect(jsonSchemaOf(action, 'input')) as Tool['inputSchema'],
    outputSchema: withoutDialect(jsonSchemaOf(action, 'output')) as Tool['outputSchema'],
    // All four hints are stated, because MCP’s default values of two of them claim a dangerous tool. Spec: tools.hints.
    annotations: {
      title: action.title,
      readOnlyHint: action.kind === 'read',
      destructiveHint: action.kind === 'change',
      idempotentHint: true,
      openWorldHint: true,
    },
  };
}

/**
 * Returns JSON text with all non-ASCII characters escaped. A single non-ASCII character would make V8 store the whole text with
 * two bytes per character, and tools/list would take twice the time.
 */
function asciiJson(value: unknown): string {
  const text = JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  // `replace` returns a two-byte string for a two-byte input; decoding latin1 makes a one-byte string.
  return Buffer.from(text, 'latin1').toString('latin1');
}

/**
 * Makes the list of tools from the registry of actions. The list for version 2025-03-26 has no output schemas: a client that
 * receives one requires structuredContent, which that version lacks.
 */
export function makeToolList(): McpToolList {
  const tools = TOOL_ACTIONS.map((action) => toolOf(action, action.tool ?? action.name));
  const names = new Set(tools.map((tool) => tool.name));
  const full = asciiJson({ tools });
  const withoutOutput = asciiJson({
    tools: tools.map((tool) => ({ ...tool, outputSchema: undefined })),
  });
  return {
    textFor: (version) => (version === '2025-03-26' ? withoutOutput : full),
    sha256: hash('sha256', full),
    has: (name) => names.has(name),
  };
}
