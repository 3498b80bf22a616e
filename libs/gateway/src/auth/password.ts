import { BridgeError } from '@bridge/kernel';
import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';

/** Memory in KiB of one argon2id hash. OWASP Password Storage recommends 19 MiB, two passes and parallelism 1. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const PARALLELISM = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Maximum number of concurrent password hashes. Each uses a CPU core for about 40 ms; more would delay every other request. */
const HASHES_RUNNING_MAX = 2;
/** Maximum number of password hashes that wait for a slot; a further sign-in is refused with Retry-After. */
const HASHES_WAITING_MAX = 32;

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);

const waiting: (() => void)[] = [];
let running = 0;

/**
 * Runs `work` when one of the two slots for password hashes is free. Throws service_unavailable when 32 others already wait.
 */
async function runWithSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= HASHES_RUNNING_MAX) {
    if (waiting.length >= HASHES_WAITING_MAX)
      throw new BridgeError('service_unavailable', { part: 'sign-in' }, { retryAfterS: 2 });
    // A finished hash passes its slot to the next waiter; the count of running hashes does not change.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

/** Hashes a password with argon2id (OWASP) into PHC form, which contains salt and parameters. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const hash = await runWithSlot(() =>
    derive('argon2id', {
      message: password.normalize('NFKC'),
      nonce,
      parallelism: PARALLELISM,
      tagLength: HASH_BYTES,
      memory: MEMORY_KIB,
      passes: PASSES,
    }),
  );
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${base64(nonce)}$${base64(hash)}`;
}

/** True when the password has this hash. The comparison takes constant time and uses the parameters of the hash. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, wanted] = PHC.exec(phc) ?? [];
  if (salt === undefined || wanted === undefined) return false;
  const expected = Buffer.from(wanted, 'base64');
  const hash = await runWithSlot(() =>
    derive('argon2id', {
      message: password.normalize('NFKC'),
      nonce: Buffer.from(salt, 'base64'),
      parallelism: Number(parallelism),
      tagLength: expected.length,
      memory: Number(memory),
      passes: Number(passes),
    }),
  );
  return timingSafeEqual(hash, expected);
}
