import { openFsStore, type BlobStore } from '@bridge/blobs';
import { journalHintsModule, makeRequest, MemoryBus, type SuccessfulCallResult } from '@bridge/bus';
import { fingerprint, type BusCallDefinition, type CallPrincipal } from '@bridge/contracts';
import { EFFECT_MIGRATIONS, type DatabaseClient } from '@bridge/db';
import {
  randomIds,
  run,
  type AnyProcessModule,
  type CommonModuleDeps,
  type RunningModules,
} from '@bridge/kernel';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import { testBase } from './test-base.ts';
import { testDb } from './test-database.ts';
import { watched, type WatchedMethodCallback } from './watched.ts';

/** Fingerprint (hash of the input) and deadline of a call that a test sends, each with a default. */
export interface TestCallOptions {
  /** Fingerprint; default: that of the input, when it has an idempotency key. */
  readonly fp?: string;
  /** Deadline in ms since the Unix epoch; default: now plus the time budget. */
  readonly deadline?: number;
}

/** Services running in the test process, with their own database, memory bus and blob store. */
export interface TestServices {
  readonly db: DatabaseClient;
  /** Connection URL of the database. */
  readonly url: string;
  readonly driver: MemoryBus;
  readonly blobs: BlobStore;
  /** Data folder of the services, with the blob store. */
  readonly folder: string;
  readonly running: RunningModules;
  /** Sends a call to a service over the bus as the gateway does. Returns the result. */
  call<I extends z.ZodType, O extends z.ZodType>(
    callable: BusCallDefinition<I, O>,
    ctx: CallPrincipal,
    input: z.input<I>,
    options?: TestCallOptions,
  ): Promise<SuccessfulCallResult<z.output<O>>>;
  stop(): Promise<void>;
}

function opened(name: string, value: unknown): AnyProcessModule {
  return {
    name,
    needs: [],
    open: () => Promise.resolve({ value, close: () => Promise.resolve() }),
  };
}

/**
 * Returns the fingerprint (hash) of an input as the gateway computes it: of a reference to a stored text only the SHA-256
 * counts. Undefined when the input has no idempotency key.
 */
function printOf({ name }: BusCallDefinition, input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !('idempotency_key' in input))
    return undefined;
  const members = Object.entries(input).map(([name, value]: [string, unknown]) => {
    const hashed = typeof value === 'object' && value !== null && 'sha256' in value;
    return [name, hashed ? { sha256: value.sha256 } : value];
  });
  return fingerprint({ name }, Object.fromEntries(members) as object);
}

/** Function that opens the blob store of the services under test; `folder` is their data folder. */
export type BlobStoreOpener = (
  folder: string,
  base: Pick<CommonModuleDeps, 'ids' | 'clock'>,
) => Promise<BlobStore>;

/**
 * Starts service modules on a real Postgres database, a blob store and the memory bus. `watch` is called before and after each
 * call of a module to one of these three.
 */
export async function startTestServices(
  modules: readonly AnyProcessModule[],
  parts: Partial<CommonModuleDeps> = {},
  openStore: BlobStoreOpener = openFsStore,
  watch: WatchedMethodCallback = async () => undefined,
): Promise<TestServices> {
  const { db, url, close } = await testDb({ schema: 'effect', migrations: EFFECT_MIGRATIONS });
  const folder = mkdtempSync(join(tmpdir(), 'bridge-test-services-'));
  const base = testBase({}, parts);
  const driver = new MemoryBus();
  const request = makeRequest(driver, base.clock);
  const blobs = await openStore(folder, base);
  const needs = Object.entries({ db, bus: { driver, request }, blobs }).map(([name, part]) =>
    opened(name, watched<object>(name, part, watch)),
  );
  const running = await run([...needs, journalHintsModule, ...modules], base);
  return {
    db,
    url,
    driver,
    blobs,
    folder,
    running,
    call: (callable, ctx, input, options = {}) => {
      const fp = options.fp ?? printOf(callable, input);
      return request(callable, {
        ctx,
        input,
        requestId: base.ids.make('req'),
        ...(fp === undefined ? {} : { fp }),
        ...(options.deadline === undefined ? {} : { deadline: options.deadline }),
      });
    },
    async stop() {
      await running.stop();
      await driver.close();
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the principal (account, key, scopes) of calls by an owner in the console, by default of a new account. */
export function ownerCtx(accountId: string = randomIds.make('acc')): CallPrincipal {
  return { account_id: accountId, key_id: null, scopes: [], worlds: null, surface: 'console' };
}

/**
 * Returns the principal (account, key, scopes) of calls by an agent, by default with a new account and all its Worlds (public
 * identities).
 */
export function agentCtx(
  accountId: string = randomIds.make('acc'),
  worlds: readonly string[] | null = null,
): CallPrincipal {
  return {
    account_id: accountId,
    key_id: randomIds.make('key'),
    scopes: [],
    worlds: worlds === null ? null : [...worlds],
    surface: 'act',
  };
}
/** Principal of reads by a website visitor, which has neither account nor key. */
export const publicCtx: CallPrincipal = {
  account_id: null,
  key_id: null,
  scopes: [],
  worlds: null,
  surface: 'public',
};
