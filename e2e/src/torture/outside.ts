import {
  standInProvider,
  startWebhookReceiver,
  type StandInModelProvider,
  type WebhookReceiver,
} from '@bridge/testing';

/** The external servers to which the product sends requests: a model provider and a receiver of webhooks. */
export interface ExternalServers {
  /** The stand-in provider that writes the pages of `pages.generate`. */
  readonly provider: StandInModelProvider;
  /** Receives the webhooks of all accounts. */
  readonly receiver: WebhookReceiver;
  /** Settings with which the product uses this provider and this receiver. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** The HTML that the provider returns for a title. It contains a text that occurs exactly once, so that agents can patch it. */
export function generatedPage(title: string): string {
  return `<!doctype html>\n<html lang="en"><head><title>${title}</title></head>\n<body><h1>${title}</h1>\n<!--mark ${title}-->\n</body></html>`;
}

/** Starts the provider and the webhook receiver on this machine. */
export async function startOutside(): Promise<ExternalServers> {
  const provider = await standInProvider();
  provider.page = (prompt) => generatedPage(/^Title: (.*)$/m.exec(prompt)?.[1] ?? '');
  const receiver = await startWebhookReceiver();
  return {
    provider,
    receiver,
    env: {
      BRIDGE_OUTBOUND: 'loopback',
      BRIDGE_GENERATE_URL: provider.url,
      BRIDGE_GENERATE_MODEL: 'stand-in',
    },
    stop: async () => {
      await provider.stop();
      await receiver.stop();
    },
  };
}

/** The ways in which the provider can fail during a fault. */
export const PROVIDER_FAILURES = [
  'cut',
  'cut_by_length',
  'huge',
  'no_html',
  'no_json',
  'over_quota',
  'redirect',
  'refused',
  'secret',
  'silent',
] as const;

/** Ends a failure of the provider, and answers the requests that it left without an answer. */
export function healProvider({ provider }: ExternalServers): void {
  provider.behaviour = 'good';
  provider.release();
}

/** The ways in which the webhook receiver can fail during a fault. `away` refuses connections. */
export const RECEIVER_FAILURES = [500, 429, 'cut', 'silent', 'away'] as const;

/** A way in which the webhook receiver fails: an HTTP status, or one of the names in `RECEIVER_FAILURES`. */
type ReceiverFailure = (typeof RECEIVER_FAILURES)[number];

/** Makes the webhook receiver fail in the way `how`. */
export async function failReceiver(
  { receiver }: ExternalServers,
  how: ReceiverFailure,
): Promise<void> {
  if (how === 'away') await receiver.down();
  else receiver.answer = () => how;
}

/** Ends the failure `how` of the webhook receiver. */
export async function healReceiver(
  { receiver }: ExternalServers,
  how: ReceiverFailure,
): Promise<void> {
  receiver.answer = () => 204;
  if (how === 'away') await receiver.up();
}
