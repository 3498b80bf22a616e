import { connectDb } from '@bridge/db';
import { openOwnerTool } from '@bridge/gateway';
import { randomIds, readSettings } from '@bridge/kernel';
import { testBase } from '@bridge/testing';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * A local HTTP server that creates owners with the code of `ctl owner create`, so that no process must be started for each
 * owner.
 */
export interface OwnerCreationServer {
  /** URL that accepts POST requests with `{email, password}`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Connects to the product's database and starts the HTTP server that creates owners for the processes of the tests. */
export async function startOwnerMaker(
  dbUrl: string,
  env: Readonly<Record<string, string>>,
): Promise<OwnerCreationServer> {
  const db = connectDb(dbUrl, 'tool', testBase());
  const tool = await openOwnerTool({ db, ids: randomIds, settings: readSettings(env) });
  const server = createServer((request, response) => {
    const make = async (): Promise<void> => {
      await tool.ownerCreate(
        JSON.parse(await text(request)) as Parameters<typeof tool.ownerCreate>[0],
      );
      response.end();
    };
    make().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { readonly port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close();
      await db.close();
    },
  };
}
