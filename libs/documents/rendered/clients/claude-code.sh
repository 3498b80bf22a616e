claude mcp add --transport http agent-bridge https://base-url.invalid/api/mcp --header "Authorization: Bearer $AGENT_BRIDGE_KEY"
