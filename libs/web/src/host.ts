const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Returns the port of a URL, also the default port of its protocol. */
export function portOf({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number {
  return Number(port === '' ? DEFAULT_PORTS[protocol] : port);
}

/** Returns the valid values of Host for a URL: a default port may be absent. */
export function hostNames(url: string): readonly string[] {
  const parsed = new URL(url);
  const { host, hostname, port } = parsed;
  return port === '' ? [host, `${hostname}:${portOf(parsed)}`] : [host];
}

/** Returns the values of all Host headers; Node keeps only the first in `headers`. */
export function hostHeaders({
  rawHeaders,
}: {
  readonly rawHeaders: readonly string[];
}): readonly string[] {
  const hosts: string[] = [];
  // This runs for every request; comparing lengths first avoids most lower-casing.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts.push(rawHeaders[at + 1] ?? '');
  }
  return hosts;
}

/** Returns the headers of every reply of an origin: its own, nosniff, and HSTS on https. */
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
