// A program with which the bench compares the product: the official MCP SDK over HTTP, with an McpServer per request.
import { ACTIONS, TOOL_ACTIONS } from '@bridge/contracts';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createServer } from 'node:http';
import pg from 'pg';
import type { z } from 'zod';
import { readKey, readWorlds } from './rows.ts';

const pool = new pg.Pool({ connectionString: process.env.PEER_DB, max: 16 });

function toolServer(account: string): McpServer {
  const server = new McpServer({ name: 'peer', version: '1.0.0' });
  for (const action of TOOL_ACTIONS) {
    // The SDK's type accepts any object schema; each input here has its own type.
    const inputSchema: z.ZodObject = action.input;
    server.registerTool(
      action.tool ?? '',
      { title: action.title, description: action.purpose, inputSchema },
      async () => {
        const result = { worlds: await readWorlds(pool, account) };
        return {
          content: [{ type: 'text' as const, text: JSON.stringify(result) }],
          structuredContent: result,
        };
      },
    );
  }
  return server;
}

const server = createServer((request, response) => {
  void (async () => {
    const account = await readKey(pool, request.headers.authorization);
    if (account === undefined) return response.writeHead(401).end();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: true,
    });
    const tools = toolServer(account);
    response.on('close', () => {
      void transport.close();
      void tools.close();
    });
    await tools.connect(transport);
    return transport.handleRequest(request, response);
  })().catch(() => response.destroy());
});
server.listen(Number(process.env.PEER_PORT), '127.0.0.1', () =>
  console.log(`ready with ${ACTIONS.length} actions known`),
);
