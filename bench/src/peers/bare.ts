// A program with which the bench compares the product: node:http and pg only.
import { createServer } from 'node:http';
import pg from 'pg';
import { readKey, readWorlds } from './rows.ts';

const pool = new pg.Pool({ connectionString: process.env.PEER_DB, max: 16 });
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    void (async () => {
      const account = await readKey(pool, request.headers.authorization);
      if (account === undefined) return response.writeHead(401).end();
      const { action } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { action: string };
      const worlds = await readWorlds(pool, account);
      const text = JSON.stringify({ ok: true, action, result: { worlds } });
      return response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    })().catch(() => response.destroy());
  });
});
server.listen(Number(process.env.PEER_PORT), '127.0.0.1', () => console.log('ready'));
