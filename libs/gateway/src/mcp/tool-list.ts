import { createHash } from 'node:crypto';
import {
  jsonSchemaOf,
  TOOL_ACTIONS,
  type AnyAction,
  type JsonSchema,
  type ProtocolVersion,
} from '@bridge/contracts';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';

/** The tool catalogue as text: made once, because it is the same for every key and installation. */
export interface ToolList {
  /** The result of tools/list as JSON text: ten tools, one page, no cursor. */
  textFor(version: ProtocolVersion): string;
  /** SHA-256 of the text of 2025-06-18 and later (UTF-8 bytes), which the manifest shows. */
  readonly sha256: string;
  has(name: string): boolean;
}

/** 2020-12 is the default dialect of MCP; naming another or any makes older validators stumble. */
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
    // All four are said, because the defaults of two of them are the dangerous ones. Spec: tools.hints.
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
 * JSON text with every character beyond ASCII escaped. A single one would make the whole text two bytes per character in
 * memory, and tools/list would take twice the time.
 */
function asciiJson(value: unknown): string {
  const text = JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  // A replacement keeps the width of the text it was made from, so the characters are put into a new one.
  return Buffer.from(text, 'latin1').toString('latin1');
}

/**
 * Makes the tool list from the registry. 2025-03-26 knows neither output schemas nor structuredContent, and a client that
 * was shown the one insists on the other: so its list goes without.
 */
export function makeToolList(): ToolList {
  const tools = TOOL_ACTIONS.map((action) => toolOf(action, action.tool ?? action.name));
  const names = new Set(tools.map((tool) => tool.name));
  const full = asciiJson({ tools });
  const withoutOutput = asciiJson({
    tools: tools.map((tool) => ({ ...tool, outputSchema: undefined })),
  });
  return {
    textFor: (version) => (version === '2025-03-26' ? withoutOutput : full),
    sha256: createHash('sha256').update(full, 'utf8').digest('hex'),
    has: (name) => names.has(name),
  };
}
