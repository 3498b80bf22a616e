/** The configuration text with which one agent program (such as Cursor or curl) connects to the service. */
export interface AgentClientConfigText {
  readonly client: string;
  readonly where: string;
  readonly text: string;
}

const NAME = 'agent-bridge';

/**
 * Returns the configuration text for each supported agent program. It contains the secret of a key, except for programs that
 * request the secret themselves.
 */
export function snippetsFor(
  mcpUrl: string,
  actUrl: string,
  secret: string,
): readonly AgentClientConfigText[] {
  const bearer = `Bearer ${secret}`;
  return [
    {
      client: 'Claude Code',
      where: 'Run in a terminal:',
      text: `claude mcp add --transport http ${NAME} ${mcpUrl} --header "Authorization: ${bearer}"`,
    },
    {
      client: 'Cursor',
      where: 'Put into ~/.cursor/mcp.json:',
      text: JSON.stringify(
        { mcpServers: { [NAME]: { url: mcpUrl, headers: { Authorization: bearer } } } },
        null,
        2,
      ),
    },
    {
      client: 'VS Code',
      where: 'Put into .vscode/mcp.json; VS Code asks for the key once:',
      text: JSON.stringify(
        {
          servers: {
            [NAME]: {
              type: 'http',
              url: mcpUrl,
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
        },
        null,
        2,
      ),
    },
    {
      client: 'Codex',
      where: 'Run in a terminal, with the key in the environment:',
      text: `export AGENT_BRIDGE_KEY=${secret}\ncodex mcp add ${NAME} --url ${mcpUrl} --bearer-token-env-var AGENT_BRIDGE_KEY`,
    },
    {
      client: 'curl',
      where: 'Run in a terminal:',
      text: `curl -s ${actUrl} -H "Authorization: ${bearer}" -H "Content-Type: application/json" -d '{"action":"worlds.list"}'`,
    },
  ];
}
