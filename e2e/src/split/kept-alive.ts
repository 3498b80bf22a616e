import { PUBLIC_PATHS } from '@bridge/contracts';
import { Agent, request } from 'node:http';
import type { ActionCaller, ActionCallOutcome } from '../call.ts';

/** Makes a function that sends all calls over one keep-alive connection, which only the server closes. */
export function keptAlive(baseUrl: string, secret: string): ActionCaller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { host, port } = new URL(baseUrl);
  return (action, payload) =>
    new Promise((resolve, reject) => {
      const headers = {
        host,
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
      };
      const outgoing = request(
        { host: '127.0.0.1', port, path: PUBLIC_PATHS.act, method: 'POST', agent, headers },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => (text += part));
          response.on('error', reject);
          response.on('end', () => resolve(JSON.parse(text) as ActionCallOutcome));
        },
      );
      outgoing.on('error', reject);
      outgoing.end(JSON.stringify({ action, payload }));
    });
}
