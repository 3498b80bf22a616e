import { PRODUCT, PUBLIC_PATHS, SKILL_NAME, type PublicLinkBuilder } from '@bridge/contracts';
import { jsonFile } from './format-json.ts';
import { serverJson } from './server-card.ts';

const AGENT_PLUGINS = 'https://agent-plugins.org/schemas/1.0.0';

function readme(links: Pick<PublicLinkBuilder, 'base'>): string {
  return `# ${PRODUCT.name}: operator pack

For the person who runs agents against ${links.base}. The folder is an Agent Plugin (plugin.json, mcp.json, skills/); a client that knows plugins installs it as it is.

1. The account owner makes a key at ${links.base}${PUBLIC_PATHS.console}, with the scopes the agent needs and no more. builder.publish and builder.clear are granted apart.
2. Give the key to the agent's machine as AGENT_BRIDGE_KEY, or as the file agent-key in the plugin's data folder. Never put it into a file of this pack.
3. node bin/agent-bridge.mjs doctor says whether address, key and tools are right.
4. Without a plugin client: clients/ holds a configuration for each well-known client.
5. A key leaked, or the agent is done: revoke it in the console. It holds for every request that starts afterwards.

What an agent is told stands in skills/${SKILL_NAME}/SKILL.md. server.json describes the tool endpoint to a registry.
`;
}

/**
 * Returns the operator pack's generated files: an Agent Plugin with skill and client program. The plugin reads the key from
 * the environment or its data folder. Source: Agent Plugins 1.0.0.
 */
export function packFiles(
  links: Pick<PublicLinkBuilder, 'base'>,
): Readonly<Record<string, string>> {
  const plugin = {
    $schema: `${AGENT_PLUGINS}/plugin.schema.json`,
    name: SKILL_NAME,
    version: PRODUCT.version,
    description: 'Create, edit and publish websites for an account owner on Agent Bridge.',
    homepage: links.base,
    license: 'Apache-2.0',
    keywords: ['websites', 'publishing', 'mcp'],
  };
  const servers = {
    $schema: `${AGENT_PLUGINS}/mcp.schema.json`,
    mcpServers: {
      [SKILL_NAME]: {
        type: 'stdio',
        command: 'node',
        args: [
          '${PLUGIN_ROOT}/bin/agent-bridge.mjs',
          'mcp',
          '--key-file',
          '${PLUGIN_DATA}/agent-key',
        ],
      },
    },
  };
  return {
    'pack/README.md': readme(links),
    'pack/plugin.json': jsonFile(plugin),
    'pack/mcp.json': jsonFile(servers),
    'pack/server.json': jsonFile(serverJson(links)),
  };
}
