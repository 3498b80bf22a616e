import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';

/** A webhook message as the test receiver received it. */
export interface ReceivedWebhook {
  readonly id: string;
  readonly timestamp: number;
  readonly signature: string;
  /** The body exactly as it was signed. */
  readonly body: string;
  readonly type: string;
  /** Number of the journal row (entry of the audit log) that the message reports. */
  readonly seq: number;
}

/** How the webhook receiver answers: with an HTTP status, a redirect to itself, no answer, or by closing the connection. */
export type WebhookReceiverAnswer = number | 'redirect' | 'silent' | 'cut';

/** An HTTP server on this machine that receives webhook messages in tests. */
export interface WebhookReceiver {
  readonly url: string;
  /** All received messages in order of arrival, including those answered with an error. */
  readonly received: readonly ReceivedWebhook[];
  /** Messages that were answered with a success status. */
  readonly taken: readonly ReceivedWebhook[];
  /** Function that selects the answer to each message; initially status 204. */
  answer: (message: ReceivedWebhook) => WebhookReceiverAnswer | Promise<WebhookReceiverAnswer>;
  /** Closes the port, so that connections are refused. */
  down(): Promise<void>;
  /** Opens the same port again. */
  up(): Promise<void>;
  stop(): Promise<void>;
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}

function settle(response: ServerResponse, answer: WebhookReceiverAnswer): void {
  if (answer === 'cut') response.destroy();
  else if (answer === 'redirect') {
    response.writeHead(307, { connection: 'close', location: '/elsewhere' });
    response.end();
  } else if (answer !== 'silent') {
    response.writeHead(answer, { connection: 'close' });
    response.end('received');
  }
}

/** Starts a webhook receiver that accepts all messages until `answer` is set. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const taken: ReceivedWebhook[] = [];
  let port = 0;
  let server: Server | null = null;
  const up = async (): Promise<void> => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('error', () => undefined);
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const header = (name: string): string => String(request.headers[`webhook-${name}`]);
        const { type, data } = JSON.parse(body) as { type: string; data: { seq: number } };
        const signed = { id: header('id'), signature: header('signature'), body };
        const message = { ...signed, timestamp: Number(header('timestamp')), type, seq: data.seq };
        received.push(message);
        void Promise.resolve(receiver.answer(message)).then((answer) => {
          if (typeof answer === 'number' && answer >= 200 && answer < 300) taken.push(message);
          settle(response, answer);
        });
      });
    });
    port = await listen(server, port);
  };
  const down = async (): Promise<void> => {
    if (server === null) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    server = null;
    await closed;
  };
  const receiver: WebhookReceiver = {
    get url() {
      return `http://127.0.0.1:${port}/hook`;
    },
    received,
    taken,
    answer: () => 204,
    down,
    up,
    stop: down,
  };
  await up();
  return receiver;
}
