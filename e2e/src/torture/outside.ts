import {
  standInProvider,
  startWebhookReceiver,
  type StandInProvider,
  type WebhookReceiver,
} from '@bridge/testing';

/** The parts outside of the product that it sends requests to. */
export interface Outside {
  /** Writes the pages of pages.generate. */
  readonly provider: StandInProvider;
  /** Receives the webhooks of all accounts. */
  readonly receiver: WebhookReceiver;
  /** Settings by which the product reaches both. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** The page that the provider writes for a title. Agents patch it by its mark, as a page of their own. */
export function generatedPage(title: string): string {
  return `<!doctype html>\n<html lang="en"><head><title>${title}</title></head>\n<body><h1>${title}</h1>\n<!--mark ${title}-->\n</body></html>`;
}

/** Starts both on this machine. */
export async function startOutside(): Promise<Outside> {
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

/** How a provider fails while a fault lasts. */
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

/** Ends the failure of the provider; requests that it left without an answer get theirs. */
export function healProvider({ provider }: Outside): void {
  provider.behaviour = 'good';
  provider.release();
}

/** How a receiver fails while a fault lasts; `away` refuses connections. */
export const RECEIVER_FAILURES = [500, 429, 'cut', 'silent', 'away'] as const;
type ReceiverFailure = (typeof RECEIVER_FAILURES)[number];

/** Begins a failure of the receiver. */
export async function failReceiver({ receiver }: Outside, how: ReceiverFailure): Promise<void> {
  if (how === 'away') await receiver.down();
  else receiver.answer = () => how;
}

/** Ends that failure. */
export async function healReceiver({ receiver }: Outside, how: ReceiverFailure): Promise<void> {
  receiver.answer = () => 204;
  if (how === 'away') await receiver.up();
}
