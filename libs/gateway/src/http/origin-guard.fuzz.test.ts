import { fuzz } from '@bridge/testing/fuzz';
import { isBridgeError, readSettings } from '@bridge/kernel';
import fc from 'fast-check';
import { expect } from 'vitest';
import { makeOriginGuard } from './origin-guard.ts';

/** The part of an HTTP exchange that the origin guard checks. */
type OriginGuardInput = Parameters<ReturnType<typeof makeOriginGuard>['checkHost']>[0];
function from(headers: Readonly<Record<string, string>>): OriginGuardInput {
  const rawHeaders = Object.entries(headers).flat();
  // The cast is safe because the guard reads only these members of a request.
  return { request: { headers, rawHeaders } as unknown as OriginGuardInput['request'] };
}
/** Returns the code of the refusal, or `ok`. */
function outcome(check: () => void): string {
  try {
    check();
    return 'ok';
  } catch (error) {
    if (isBridgeError(error)) return error.code;
    throw error;
  }
}

const LISTED = 'https://tools.example:8443';
const guard = makeOriginGuard(
  readSettings({ BRIDGE_BASE_URL: 'http://localhost:4000', BRIDGE_ORIGINS: LISTED }),
);
const HOSTS = ['localhost:4000', '127.0.0.1:4000', '[::1]:4000'];
const ORIGINS = [...HOSTS.map((host) => `http://${host}`), LISTED];

/** Generates host names similar to the product's own: shortened, extended, with other characters, a user, a port or a path. */
function near(names: readonly string[]): fc.Arbitrary<string> {
  const noise = fc.string({
    unit: fc.constantFrom(...'localhost127.0:[]@/#?%\\ -evilexample4000LOCALH'),
    maxLength: 8,
  });
  return fc.oneof(
    fc.constantFrom(...names),
    fc.constantFrom(...names).map((name) => name.toUpperCase()),
    fc.tuple(noise, fc.constantFrom(...names), noise).map((parts) => parts.join('')),
    fc
      .tuple(fc.constantFrom(...names), fc.nat(24), noise)
      .map(([name, at, more]) => name.slice(0, at) + more + name.slice(at)),
    fc.webAuthority(),
    fc.webUrl(),
    fc.string(),
  );
}

// Verifies: safety.foreign-origin.
fuzz(
  'host',
  'a Host is ours when it is one of our names with our port, in any letters, and else never',
  () =>
    fc.property(near(HOSTS), (host) => {
      const isOurs = HOSTS.includes(host.toLowerCase());
      expect(outcome(() => guard.checkHost(from({ host })))).toBe(
        isOurs ? 'ok' : 'origin_forbidden',
      );
    }),
);

fuzz(
  'origin',
  'an Origin may call when it is exactly one of ours or of the listed ones; CORS is for the listed alone',
  () =>
    fc.property(near(ORIGINS), (origin) => {
      const mayCall = ORIGINS.includes(origin);
      expect(outcome(() => guard.checkOrigin(from({ origin })))).toBe(
        mayCall ? 'ok' : 'origin_forbidden',
      );
      const allowed = guard.corsHeaders(from({ origin }))['access-control-allow-origin'];
      expect(allowed).toBe(origin === LISTED ? origin : undefined);
    }),
);

fuzz(
  'same-site',
  'a change of the owner comes from our own page or from no browser, whatever a page can send',
  () =>
    fc.property(
      fc.option(near(ORIGINS), { nil: undefined }),
      fc.option(
        fc.constantFrom('same-origin', 'none', 'same-site', 'cross-site', 'Same-Origin', ''),
        { nil: undefined },
      ),
      (origin, site) => {
        const headers = {
          ...(origin === undefined ? {} : { origin }),
          ...(site === undefined ? {} : { 'sec-fetch-site': site }),
        };
        const isOurs =
          site === undefined
            ? origin === undefined || ORIGINS.slice(0, HOSTS.length).includes(origin)
            : site === 'same-origin' || site === 'none';
        expect(outcome(() => guard.checkSameSite(from(headers)))).toBe(
          isOurs ? 'ok' : 'origin_forbidden',
        );
      },
    ),
);
