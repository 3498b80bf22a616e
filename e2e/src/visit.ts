import { getFrom, type TestRequestOptions, type FullHttpResponse } from '@bridge/testing';

/**
 * Requests an address as a browser does: names under `.localhost` mean the loopback address, even if the machine's resolver
 * does not know them.
 */
export function visit(
  address: string,
  options: TestRequestOptions = {},
): Promise<FullHttpResponse> {
  const { port, host, pathname, search } = new URL(address);
  return getFrom(Number(port), host, pathname + search, options);
}
