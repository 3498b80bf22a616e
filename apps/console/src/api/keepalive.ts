/**
 * Maximum size in bytes of all request bodies together that the browser sends after the page is closed. Browsers refuse a
 * keepalive request beyond 64 KiB. Source: Fetch, "HTTP-network-or-cache fetch".
 */
const KEEPALIVE_BYTES_MAX = 60 * 1024;
/**
 * Total size in bytes of the bodies of all keepalive requests (which the browser completes even after the page is closed) that
 * have no answer yet.
 */
let reservedBytes = 0;

function bytesOf(json: string): number {
  return new TextEncoder().encode(json).byteLength;
}

/** True when the browser would complete a request with this body now, even after the page is closed. */
export function fitsKeepalive(body: unknown): boolean {
  return reservedBytes + bytesOf(JSON.stringify(body)) <= KEEPALIVE_BYTES_MAX;
}

/**
 * Reserves the bytes of a keepalive request (one that the browser completes even after the page is closed). Returns a function
 * that releases them, to be called once after the answer, or null when the browser would refuse the request.
 */
function reserveKeepalive(json: string): (() => void) | null {
  const bytes = bytesOf(json);
  if (reservedBytes + bytes > KEEPALIVE_BYTES_MAX) return null;
  reservedBytes += bytes;
  return () => {
    reservedBytes -= bytes;
  };
}

/** An HTTP answer whose whole body was received. */
export interface ReceivedAnswer {
  readonly response: Response;
  readonly text: string;
}

/** Sends a request and reads the whole answer. Throws the error of `fetch`. */
export async function fetchText(path: string, init: RequestInit): Promise<ReceivedAnswer> {
  const response = await fetch(path, init);
  return { response, text: await response.text() };
}

/**
 * Sends a request that the browser completes even after the page is closed, if its body is short enough. Such a request that
 * fails is sent once more in the usual way, because a browser reports the refusal of keepalive like a broken connection.
 */
export async function fetchKeepalive(
  path: string,
  init: Omit<RequestInit, 'body'> & { readonly body?: string },
): Promise<ReceivedAnswer> {
  const release = reserveKeepalive(init.body ?? '');
  if (release === null) return fetchText(path, init);
  try {
    return await fetchText(path, { ...init, keepalive: true });
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
  } finally {
    release();
  }
  return fetchText(path, init);
}
