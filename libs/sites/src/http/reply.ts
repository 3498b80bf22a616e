import type { Readable } from 'node:stream';

/** What is sent: bytes at hand, or a stream of as many bytes as Content-Length says. */
export type Body = Uint8Array | Readable;

/** An answer, ready to be sent. */
export interface Reply {
  readonly status: number;
  /** Names and values, flat; Content-Length is among them unless the status is 304. */
  readonly headers: readonly string[];
  /** Opens the body; called once, and never for HEAD. */
  readonly body: (() => Body | Promise<Body>) | null;
}

/** The parts of a request that an answer may depend on. */
export interface Asked {
  readonly method: string;
  readonly ifNoneMatch: string | undefined;
  readonly ifRange: string | undefined;
  readonly range: string | undefined;
  readonly acceptEncoding: string | undefined;
}

/** Kept by nobody: errors and refusals. */
export const NO_STORE = 'no-store';
/** Kept, but asked about each time. */
export const REVALIDATE = 'public, max-age=0, must-revalidate';
/** Kept by a short-lived look-up only. */
export const BRIEFLY = 'public, max-age=300';
/** What never changes. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
