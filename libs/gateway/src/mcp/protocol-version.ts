import { PROTOCOL_VERSIONS, type ProtocolVersion } from '@bridge/contracts';

/** What a request without the header speaks. Source: MCP 2025-06-18 and later, "Protocol Version Header". */
export const VERSION_WITHOUT_HEADER: ProtocolVersion = '2025-03-26';
const LATEST_VERSION: ProtocolVersion = '2025-11-25';

function isServed(version: unknown): version is ProtocolVersion {
  return PROTOCOL_VERSIONS.some((served) => served === version);
}

/** The version that MCP-Protocol-Version names; null when it is none of the three. */
export function versionOfHeader(header: string | string[] | undefined): ProtocolVersion | null {
  if (header === undefined) return VERSION_WITHOUT_HEADER;
  return isServed(header) ? header : null;
}

/** What `initialize` answers: the version asked for when it is served, else the latest. Source: MCP lifecycle. */
export function negotiate(asked: string): ProtocolVersion {
  return isServed(asked) ? asked : LATEST_VERSION;
}
