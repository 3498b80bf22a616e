/** Headers of every answer of the content origin. Spec: content.headers. */
export const SAFETY_HEADERS: Readonly<Record<string, string>> = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), local-network-access=()',
};

/**
 * Content-Security-Policy of pages with an address in the path form (`host/p/42/`). The sandbox gives each page an opaque
 * origin, because all share one host.
 */
const PATH_SANDBOX = 'sandbox allow-scripts allow-forms allow-modals allow-popups allow-downloads';
/**
 * Content-Security-Policy that blocks loads from other hosts. It enforces “offline ready”: the page works without a network.
 */
const OFFLINE = "default-src 'unsafe-inline' 'unsafe-eval' data: blob:";

/**
 * Returns the Content-Security-Policy of a published page; undefined for none.
 * Spec: publishing.ready-enforced, content.path-form.
 */
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

/**
 * Returns the Content-Security-Policy of the preview of a draft: an opaque origin without storage, shown in frames of the
 * console only, with the rules that a publication would enforce. Spec: drafts.preview-sandbox.
 */
export function previewPolicy(page: {
  readonly offlineReady: boolean;
  readonly externalForm: boolean;
  /** URL of the app origin (API, MCP and console). */
  readonly app: string;
}): string {
  const enforced = pagePolicy({ ...page, form: 'path' });
  return `${enforced ?? PATH_SANDBOX}; frame-ancestors ${page.app}`;
}

/**
 * Returns the Content-Security-Policy of pages that the product generates: one style sheet by its hash, and `data:` images.
 * `framedBy` is the origin that may show the page in a frame; null for none.
 */
export function productPagePolicy(
  form: 'host' | 'path',
  styleHash: string,
  framedBy: string | null,
): string {
  const own = `default-src 'none'; img-src data:; style-src '${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors ${framedBy ?? "'none'"}`;
  return form === 'path' ? `${PATH_SANDBOX}; ${own}` : own;
}
