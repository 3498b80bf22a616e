import { PUBLIC_PATHS, SKILL_NAME, type PublicLinkBuilder } from '@bridge/contracts';
import { formatJson } from './format-json.ts';

/**
 * The configuration that connects one client program, such as Cursor, to the tool endpoint (the URL of the MCP server). A
 * placeholder stands for the key.
 */
export interface McpClientConfiguration {
  readonly client: string;
  readonly where: string;
  readonly language: 'sh' | 'json' | 'toml';
  readonly text: string;
  /** Name of this file in the operator pack (a zip). */
  readonly file: string;
}

/** Returns the configurations of editors with a JSON configuration file. */
function editorSetups(url: string): readonly McpClientConfiguration[] {
  return [
    {
      client: 'Cursor',
      where: 'In `~/.cursor/mcp.json`:',
      language: 'json',
      text: formatJson({
        mcpServers: {
          [SKILL_NAME]: { url, headers: { Authorization: 'Bearer ${env:AGENT_BRIDGE_KEY}' } },
        },
      }),
      file: 'cursor.mcp.json',
    },
    {
      client: 'VS Code',
      where: 'In `.vscode/mcp.json`; it asks for the key once:',
      language: 'json',
      text: formatJson({
        servers: {
          [SKILL_NAME]: {
            type: 'http',
            url,
            headers: { Authorization: 'Bearer ${input:agent-bridge-key}' },
          },
        },
        inputs: [
          {
            type: 'promptString',
            id: 'agent-bridge-key',
            description: 'Agent Bridge key',
            password: true,
          },
        ],
      }),
      file: 'vscode.mcp.json',
    },
  ];
}

/** Returns the configurations of all client programs, without a key. */
export function clientSetups(
  links: Pick<PublicLinkBuilder, 'base'>,
): readonly McpClientConfiguration[] {
  const url = `${links.base}${PUBLIC_PATHS.mcp}`;
  const cli = `${links.base}${PUBLIC_PATHS.cli}`;
  return [
    {
      client: 'Claude Code',
      where: 'In a terminal, with the key in `AGENT_BRIDGE_KEY`:',
      language: 'sh',
      text: `claude mcp add --transport http ${SKILL_NAME} ${url} --header "Authorization: Bearer $AGENT_BRIDGE_KEY"`,
      file: 'claude-code.sh',
    },
    ...editorSetups(url),
    {
      client: 'Codex',
      where: 'In `~/.codex/config.toml`, with the key in the environment:',
      language: 'toml',
      text: `[mcp_servers.${SKILL_NAME}]\nurl = "${url}"\nbearer_token_env_var = "AGENT_BRIDGE_KEY"`,
      file: 'codex.config.toml',
    },
    {
      client: 'Gemini CLI',
      where: 'In a terminal, with the key in `AGENT_BRIDGE_KEY`:',
      language: 'sh',
      text: `gemini mcp add --transport http ${SKILL_NAME} ${url} --header "Authorization: Bearer $AGENT_BRIDGE_KEY"`,
      file: 'gemini-cli.sh',
    },
    {
      client: 'Claude Desktop, and any client that only starts programs',
      where: `Download [the client](${cli}), then give this program:`,
      language: 'json',
      text: formatJson({
        mcpServers: {
          [SKILL_NAME]: {
            command: 'node',
            args: ['/path/to/agent-bridge.mjs', 'mcp'],
            env: { AGENT_BRIDGE_KEY: 'ak_<KEY>' },
          },
        },
      }),
      file: 'stdio.mcp.json',
    },
  ];
}
