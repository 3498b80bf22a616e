import { getFrom, type GetOptions, type RawResponse } from '@bridge/testing';

/** Requests an address as a browser does: `*.localhost` is the loopback address, even if the machine's resolver does not know it. */
export function visit(address: string, options: GetOptions = {}): Promise<RawResponse> {
  const { port, host, pathname, search } = new URL(address);
  return getFrom(Number(port), host, pathname + search, options);
}
