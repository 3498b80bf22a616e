import type { EntityRequest } from '@bridge/web';

/** The fields of a request on which an answer depends. */
export interface SiteRequest extends EntityRequest {
  /** The Host header, undefined unless there is exactly one. */
  readonly host: string | undefined;
  /** Request target as sent. */
  readonly target: string;
  /** X-Forwarded-For as sent. It serves only to tell clients apart behind trusted proxies. */
  readonly forwardedFor: string | undefined;
  /** True when the request has content; the content is not read. */
  readonly hasContent: boolean;
  /** True for a request for the script of a service worker. Spec: content.no-service-worker. */
  readonly isServiceWorker: boolean;
}

/** True when the values of Service-Worker and Sec-Fetch-Dest mark a request for the script of a service worker. */
export function isServiceWorkerRequest(
  serviceWorker: string | readonly string[] | undefined,
  destination: string | readonly string[] | undefined,
): boolean {
  return serviceWorker === 'script' || destination === 'serviceworker';
}
