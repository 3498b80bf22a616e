import { afterEach } from 'vitest';
import { misfitOf } from './misfit-of.ts';

/** Larger bodies hold no error of the product. */
const BYTES_MAX = 64 * 1024;

const pending: Promise<string | null>[] = [];
const originalFetch = globalThis.fetch;

/** A copy of a response's text; empty for a stream, a large body or another media type. */
async function textOf({ headers }: Response, copy: () => Response): Promise<string> {
  const bytes = headers.get('content-length');
  const isJson = headers.get('content-type')?.startsWith('application/json') === true;
  if (!isJson || bytes === null || Number(bytes) > BYTES_MAX) return '';
  // A test that closes its connection ends the copy too.
  return copy()
    .text()
    .catch(() => '');
}

// Wraps the requests of every test, including those of the official clients: each error must match the catalogue.
globalThis.fetch = async (...args) => {
  const response = await originalFetch(...args);
  pending.push(textOf(response, () => response.clone()).then(misfitOf));
  return response;
};

afterEach(async () => {
  const misfits = (await Promise.all(pending.splice(0))).filter((one) => one !== null);
  if (misfits.length > 0) throw new Error(misfits.join('\n'));
});
