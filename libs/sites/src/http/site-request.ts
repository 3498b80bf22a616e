import type { EntityRequest } from '@bridge/web';

/** A request as both paths read it: all that an answer may depend on. */
export interface SiteRequest extends EntityRequest {
  /** The Host header, undefined unless there is exactly one. */
  readonly host: string | undefined;
  /** Request target as it was sent. */
  readonly target: string;
  /** X-Forwarded-For as it came; it decides nothing but whose client is counted, and only behind a trusted proxy. */
  readonly forwardedFor: string | undefined;
  /** Whether content follows; of a GET it means nothing, and it is not read. */
  readonly hasContent: boolean;
  /** Whether a browser asks for the script of a service worker. Spec: content.no-service-worker. */
  readonly isServiceWorker: boolean;
}

/** Whether headers of these values, Service-Worker and Sec-Fetch-Dest, ask for the script of a service worker. */
export function asksForServiceWorker(
  serviceWorker: string | readonly string[] | undefined,
  destination: string | readonly string[] | undefined,
): boolean {
  return serviceWorker === 'script' || destination === 'serviceworker';
}
