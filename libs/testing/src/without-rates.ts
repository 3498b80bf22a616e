import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const RATE = { per_second: 1_000_000, burst: 1_000_000 };
const WITHOUT_RATES = {
  rates: { read: RATE, change: RATE, publish: RATE, search: RATE, calls: RATE, found: RATE },
  in_flight_per_key: 1_000_000,
  sockets_per_address: 1_000,
};

/** Writes a BRIDGE_LIMITS file whose rate limits no test reaches, and returns its path. `more` sets other limits. */
export function withoutRates(folder: string, more: object = {}): string {
  const path = join(folder, 'limits.json');
  writeFileSync(path, JSON.stringify({ ...WITHOUT_RATES, ...more }));
  return path;
}
