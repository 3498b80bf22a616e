import {
  HarvestRequestError,
  type HarvestDeps,
  PAGE_BYTES_MAX,
  PAGE_MS_MAX,
} from '@bridge/archive';
import type { ProcessSettings } from '@bridge/kernel';
import { makeOutbound, OutboundFailure, type OutboundFailureKind } from '@bridge/outbound';

/** The kind of harvest failure for each failure of the outbound HTTP client. A harvest repeats a request after `again`. */
const KINDS: Readonly<Record<OutboundFailureKind, HarvestRequestError['kind']>> = {
  refused_address: 'refused',
  unresolved: 'again',
  unreachable: 'again',
  timeout: 'again',
  broken: 'again',
  redirect: 'redirect',
  too_large: 'too_large',
};

const LOOPBACK_HINT = ' BRIDGE_OUTBOUND=loopback allows addresses of this machine.';

function isOfThisMachine(url: string): boolean {
  return /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(URL.parse(url)?.hostname ?? '');
}

/**
 * Makes the HTTP client of a harvest from the outbound client, which connects to public addresses only. Plain HTTP and any port
 * are allowed, because the operator chooses the address.
 */
export function harvestFetch(settings: ProcessSettings): HarvestDeps['fetch'] {
  const outbound = makeOutbound({
    reach: settings.BRIDGE_OUTBOUND,
    proxy: settings.BRIDGE_OUTBOUND_PROXY,
    plain: true,
    ports: null,
  });
  return async (url, headers) => {
    try {
      return await outbound.send({
        method: 'GET',
        url,
        headers,
        timeoutMs: PAGE_MS_MAX,
        answerBytesMax: PAGE_BYTES_MAX,
      });
    } catch (error) {
      if (!(error instanceof OutboundFailure)) throw error;
      const hint =
        isOfThisMachine(url) && settings.BRIDGE_OUTBOUND !== 'loopback' ? LOOPBACK_HINT : '';
      throw new HarvestRequestError(KINDS[error.kind], `${error.message}${hint}`, error.location);
    }
  };
}
