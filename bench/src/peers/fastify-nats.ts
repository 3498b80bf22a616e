// A program with which the bench compares the product: a Fastify process and a worker process, connected by NATS.
// The environment variable PEER_ROLE selects the process: `front` or `worker`.
import fastify from 'fastify';
import nats from 'nats';
import pg from 'pg';
import { readKey, readWorlds } from './rows.ts';

const pool = new pg.Pool({ connectionString: process.env.PEER_DB, max: 16 });
const bus = await nats.connect({ servers: process.env.PEER_NATS ?? '' });
const codec = nats.JSONCodec();
const SUBJECT = 'peer.worlds.list';

if (process.env.PEER_ROLE === 'worker') {
  bus.subscribe(SUBJECT, {
    queue: 'peer',
    callback: (_error, message) => {
      const { account } = codec.decode(message.data) as { account: string };
      void readWorlds(pool, account).then((worlds) => message.respond(codec.encode({ worlds })));
    },
  });
  await bus.flush();
  console.log('ready');
} else {
  const app = fastify();
  app.post('/act', async (request, reply) => {
    const account = await readKey(pool, request.headers.authorization);
    if (account === undefined) return reply.code(401).send();
    const { action } = request.body as { action: string };
    const answer = await bus.request(SUBJECT, codec.encode({ account }), { timeout: 5_000 });
    return { ok: true, action, result: codec.decode(answer.data) };
  });
  await app.listen({ port: Number(process.env.PEER_PORT), host: '127.0.0.1' });
  console.log('ready');
}
