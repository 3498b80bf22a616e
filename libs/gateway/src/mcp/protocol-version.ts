import { PROTOCOL_VERSIONS, type McpProtocolVersion } from '@bridge/contracts';

/**
 * The MCP version of a request without the header MCP-Protocol-Version. Source: MCP 2025-06-18 and later, "Protocol Version
 * Header".
 */
export const VERSION_WITHOUT_HEADER: McpProtocolVersion = '2025-03-26';
const LATEST_VERSION: McpProtocolVersion = '2025-11-25';

function isServed(version: unknown): version is McpProtocolVersion {
  return PROTOCOL_VERSIONS.some((served) => served === version);
}

/** Returns the version in the header MCP-Protocol-Version; 2025-03-26 without the header; null for an unsupported version. */
export function versionOfHeader(header: string | string[] | undefined): McpProtocolVersion | null {
  if (header === undefined) return VERSION_WITHOUT_HEADER;
  return isServed(header) ? header : null;
}

/** Returns the MCP version that `initialize` requests when it is supported, else the latest. Source: MCP lifecycle. */
export function negotiate(requested: string): McpProtocolVersion {
  return isServed(requested) ? requested : LATEST_VERSION;
}
