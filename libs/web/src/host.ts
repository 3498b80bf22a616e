const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Port of a URL, also where it is the default of its protocol. */
export function portOf({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number {
  return Number(port === '' ? DEFAULT_PORTS[protocol] : port);
}

/** The Host header values that name the origin of a URL: with its port, or with and without the default one. */
export function hostNames(url: string): readonly string[] {
  const parsed = new URL(url);
  const { host, hostname, port } = parsed;
  return port === '' ? [host, `${hostname}:${portOf(parsed)}`] : [host];
}

/** The values of all Host headers of a request, also those that Node drops from `headers`. */
export function hostHeaders({
  rawHeaders,
}: {
  readonly rawHeaders: readonly string[];
}): readonly string[] {
  const hosts: string[] = [];
  // This runs for every request, so the length of a name is compared before its letters.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts.push(rawHeaders[at + 1] ?? '');
  }
  return hosts;
}

/** Headers of every reply of an origin: its own, no guessing of media types, and behind TLS the promise to stay there. */
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
