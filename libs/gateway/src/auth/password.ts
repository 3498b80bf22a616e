import { BridgeError } from '@bridge/kernel';
import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';

/** OWASP Password Storage, argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** A hash holds a core for some 40 ms; more at once would stand in the way of everything else. */
const AT_ONCE_MAX = 2;
/** Sign-ins that may wait for their hash; one more is told to come back. */
const WAITING_MAX = 32;

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);

const waiting: (() => void)[] = [];
let running = 0;

/** Runs at most two hashes at once; throws service_unavailable when too many wait. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE_MAX) {
    if (waiting.length >= WAITING_MAX)
      throw new BridgeError('service_unavailable', { part: 'sign-in' }, { retryAfterS: 2 });
    // Whoever ends hands its turn over, so the count stays as it is.
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

/** Hash of a password in PHC form, with its own salt and parameters: argon2id (OWASP). */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const hash = await inTurn(() =>
    derive('argon2id', {
      message: password.normalize('NFKC'),
      nonce,
      parallelism: LANES,
      tagLength: HASH_BYTES,
      memory: MEMORY_KIB,
      passes: PASSES,
    }),
  );
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(nonce)}$${base64(hash)}`;
}

/** True when the password belongs to the hash; compares in constant time, with the hash's own parameters. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const [, memory, passes, lanes, salt, wanted] = PHC.exec(phc) ?? [];
  if (salt === undefined || wanted === undefined) return false;
  const expected = Buffer.from(wanted, 'base64');
  const hash = await inTurn(() =>
    derive('argon2id', {
      message: password.normalize('NFKC'),
      nonce: Buffer.from(salt, 'base64'),
      parallelism: Number(lanes),
      tagLength: expected.length,
      memory: Number(memory),
      passes: Number(passes),
    }),
  );
  return timingSafeEqual(hash, expected);
}
