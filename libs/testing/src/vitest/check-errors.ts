import { afterEach } from 'vitest';
import { misfitOf } from './misfit-of.ts';

/** Maximum size in bytes of the response bodies that are checked. Bodies with errors are smaller. */
const BYTES_MAX = 64 * 1024;

const pending: Promise<string | null>[] = [];
const originalFetch = globalThis.fetch;

/** Returns the text of a JSON response. Returns an empty text for streams, large bodies and other media types. */
async function textOf({ headers }: Response, copy: () => Response): Promise<string> {
  const bytes = headers.get('content-length');
  const isJson = headers.get('content-type')?.startsWith('application/json') === true;
  if (!isJson || bytes === null || Number(bytes) > BYTES_MAX) return '';
  // When a test closes the connection, reading the copy of the response fails.
  return copy()
    .text()
    .catch(() => '');
}

// Checks the responses to all `fetch` calls in tests: each error object in them must match the product's error catalogue.
globalThis.fetch = async (...args) => {
  const response = await originalFetch(...args);
  pending.push(textOf(response, () => response.clone()).then(misfitOf));
  return response;
};

afterEach(async () => {
  const misfits = (await Promise.all(pending.splice(0))).filter((one) => one !== null);
  if (misfits.length > 0) throw new Error(misfits.join('\n'));
});
