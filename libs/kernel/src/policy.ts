import { LIMITS } from '@bridge/contracts';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { parseListen } from './health.ts';
import type { ProcessSettings } from './settings.ts';
import { ProgramStartError } from './start-error.ts';

const MIB = 1024 * 1024;

const rate = (perSecond: number, burst: number) =>
  z
    .strictObject({ per_second: z.number().positive(), burst: z.int().positive() })
    .default({ per_second: perSecond, burst });
const most = (value: number) => z.int().positive().default(value);

/**
 * Schema of the BRIDGE_LIMITS file: rates and limits of the API and of published websites. Absent properties have the defaults
 * below. A rate counts per agent key unless noted otherwise. Spec: limits.rates, limits.in-flight, limits.sockets.
 */
const policySchema = z.strictObject({
  rates: z
    .strictObject({
      read: rate(20, 40),
      change: rate(5, 20),
      publish: rate(10 / 60, 10),
      search: rate(5, 10),
      /** Rate of all requests of a key over HTTP and MCP, including requests that are refused before their action is known. */
      calls: rate(30, 80),
      /** Rate of new Worlds (public identities), per account. */
      found: rate(60 / 3600, 60),
      /** Rate of invitations to join a World (public identity), per account. */
      invite: rate(20 / 3600, 20),
      /** Rate of checks of drafts before their publication in the owner's console, per account. */
      check: rate(20 / 60, 20),
      /** Rate of requests with an invalid agent key, per client address. */
      failed_keys: rate(20 / 60, 20),
      /** Rate of wrong passwords, per e-mail address and client address. */
      sign_in: rate(10 / 900, 10),
      /** Rate of wrong passwords and of sign-ups, per client address. */
      sign_in_address: rate(100 / 3600, 100),
    })
    .prefault({}),
  /**
   * An account’s rate is a key’s rate multiplied by this factor. It does not change the rates that count per account already.
   */
  account_factor: z.number().min(1).default(3),
  in_flight_per_key: most(20),
  /** Maximum number of concurrent calls of one agent key with a request body over 1 MiB. */
  large_in_flight_per_key: most(2),
  large_bodies: most(8),
  body_bytes: most(256 * MIB),
  strain: z
    .never({ error: 'delete this member: load no longer changes the limits (ADR 035)' })
    .optional(),
  sockets: most(1_000),
  /**
   * Maximum number of open connections of one client (IPv4 address or IPv6 /64) to the API host, and to the host of published
   * websites. Behind a proxy it limits the client's concurrent requests.
   */
  sockets_per_address: most(50),
  quotas: z.looseObject({ keys_active: most(LIMITS.keysActiveMax) }).prefault({}),
});
/**
 * The rates and limits in force. `isOff` disables all rates and the limit of calls in flight per key, for tests and benchmarks
 * on the loopback interface.
 */
export type RatesAndLimits = z.output<typeof policySchema> & { readonly isOff: boolean };
/** Name of a rate limit, such as `search`. */
export type RateLimitName = keyof RatesAndLimits['rates'];
/** Parameters of a token bucket: tokens per second, and the maximum burst in tokens. */
export type TokenBucketRate = RatesAndLimits['rates'][RateLimitName];

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;

/** True for host names and addresses that only programs on this machine can reach. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** The default rates, quotas and memory limits (`BRIDGE_LIMITS=default`). */
export const DEFAULT_POLICY: RatesAndLimits = { ...policySchema.parse({}), isOff: false };

/**
 * Returns the policy for BRIDGE_LIMITS=off: no rates, no limit of calls in flight per key, memory limits unchanged, connections
 * limited only in total. Throws ProgramStartError unless the URLs and listen addresses of the API and of published websites are
 * loopback addresses.
 */
function withoutRates(settings: ProcessSettings): RatesAndLimits {
  const urls = [settings.BRIDGE_BASE_URL, settings.BRIDGE_CONTENT_URL];
  const listens = [settings.BRIDGE_LISTEN, settings.BRIDGE_CONTENT_LISTEN];
  const hosts = [
    ...urls.map((url) => new URL(url).hostname),
    ...listens.flatMap((listen) => (listen === undefined ? [] : [parseListen(listen).host])),
  ];
  if (!hosts.every(isLoopback)) {
    throw new ProgramStartError(
      'BRIDGE_LIMITS=off works on loopback only, because other machines could flood a service without rates.',
    );
  }
  const { sockets } = DEFAULT_POLICY;
  return { ...DEFAULT_POLICY, sockets_per_address: sockets, isOff: true };
}

/** Reads BRIDGE_LIMITS: `default`, `off`, or the path of a JSON file. Throws ProgramStartError with all problems of the file. */
export async function readPolicy(settings: ProcessSettings): Promise<RatesAndLimits> {
  const where = settings.BRIDGE_LIMITS;
  if (where === 'default') return DEFAULT_POLICY;
  if (where === 'off') return withoutRates(settings);
  let value: unknown;
  try {
    value = JSON.parse(await readFile(where, 'utf8'));
  } catch (error) {
    throw new ProgramStartError(
      `The file ${where} of BRIDGE_LIMITS cannot be read as JSON; name a JSON file, default or off.`,
      { cause: error },
    );
  }
  const parsed = policySchema.safeParse(value);
  if (!parsed.success) throw new ProgramStartError(`${where}: ${z.prettifyError(parsed.error)}`);
  return { ...parsed.data, isOff: false };
}
