const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Returns the port of a URL, or the default port of its protocol. */
export function portOf({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number {
  return Number(port === '' ? DEFAULT_PORTS[protocol] : port);
}

/**
 * Returns the Host header values that are accepted for a URL. For a default port, the value with the port and the value without
 * it are both accepted.
 */
export function hostNames(url: string): readonly string[] {
  const parsed = new URL(url);
  const { host, hostname, port } = parsed;
  return port === '' ? [host, `${hostname}:${portOf(parsed)}`] : [host];
}

/** Returns the values of all Host headers of a request; `headers` of Node contains only the first. */
export function hostHeaders({
  rawHeaders,
}: {
  readonly rawHeaders: readonly string[];
}): readonly string[] {
  const hosts: string[] = [];
  // This runs for every request; the length check avoids most calls of toLowerCase.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts.push(rawHeaders[at + 1] ?? '');
  }
  return hosts;
}

/** Returns the headers that an origin adds to all its responses: `own`, nosniff, and HSTS for https. */
export function originHeaders(
  url: string,
  own: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    ...own,
    ...(url.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}
