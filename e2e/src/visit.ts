import { getFrom, type GetOptions, type RawResponse } from '@bridge/testing';

/** Asks as a browser does: `*.localhost` is loopback, whatever this machine's resolver says. */
export function visit(address: string, options: GetOptions = {}): Promise<RawResponse> {
  const { port, host, pathname, search } = new URL(address);
  return getFrom(Number(port), host, pathname + search, options);
}
