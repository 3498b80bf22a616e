/** Headers of every answer of the content origin. Spec: content.headers. */
export const SAFETY_HEADERS: Readonly<Record<string, string>> = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), local-network-access=()',
};

/** What a page under a path may do: its origin is opaque, so it shares nothing with its neighbours. */
const PATH_SANDBOX = 'sandbox allow-scripts allow-forms allow-modals allow-popups allow-downloads';
/** Blocks every load from elsewhere, so that "offline ready" is enforced and not merely claimed. */
const OFFLINE = "default-src 'unsafe-inline' 'unsafe-eval' data: blob:";

/** Content-Security-Policy of a published page, undefined for none. Spec: publishing.ready-enforced, content.path-form. */
export function pagePolicy(page: {
  readonly form: 'host' | 'path';
  readonly offlineReady: boolean;
  readonly externalForm: boolean;
}): string | undefined {
  const parts: string[] = [];
  if (page.form === 'path') parts.push(PATH_SANDBOX);
  if (page.offlineReady) parts.push(OFFLINE);
  if (page.offlineReady && !page.externalForm) parts.push("form-action 'none'");
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** Content-Security-Policy of the product's own pages here: one style, by its hash, its own icon, and nothing else. */
export function ownPolicy(form: 'host' | 'path', styleHash: string): string {
  const own = `default-src 'none'; img-src data:; style-src '${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return form === 'path' ? `${PATH_SANDBOX}; ${own}` : own;
}
