import {
  PRODUCT,
  PROTOCOL_VERSIONS,
  PUBLIC_PATHS,
  SKILL_NAME,
  type PublicLinkBuilder,
} from '@bridge/contracts';
import { PLACEHOLDERS } from '../placeholders.ts';

function remote(links: Pick<PublicLinkBuilder, 'base'>): object {
  return {
    type: 'streamable-http',
    url: `${links.base}${PUBLIC_PATHS.mcp}`,
    headers: [
      {
        name: 'Authorization',
        description: 'Agent key that the account owner made in the console.',
        isRequired: true,
        isSecret: true,
        value: 'Bearer {agent_key}',
        variables: {
          agent_key: {
            description: 'Agent key, ak_ and 49 characters.',
            isRequired: true,
            isSecret: true,
            placeholder: 'ak_…',
          },
        },
      },
    ],
  };
}

function identity(links: Pick<PublicLinkBuilder, 'base'>): object {
  return {
    name: `${PLACEHOLDERS.reverseDns}/${SKILL_NAME}`,
    title: PRODUCT.name,
    description: PRODUCT.description,
    version: PRODUCT.version,
    websiteUrl: links.base,
  };
}

/** Returns the MCP Server Card: URL and authentication of the MCP server, without its tools. Source: SEP-2127, schema v1. */
export function serverCard(links: Pick<PublicLinkBuilder, 'base'>): object {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    ...identity(links),
    remotes: [{ ...remote(links), supportedProtocolVersions: [...PROTOCOL_VERSIONS] }],
  };
}

/** Returns the entry of this MCP server for the MCP registry. Source: registry schema 2025-12-11. */
export function serverJson(links: Pick<PublicLinkBuilder, 'base'>): object {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    ...identity(links),
    remotes: [remote(links)],
  };
}
