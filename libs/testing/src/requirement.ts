import { processEnv } from '@bridge/kernel';

/** Name of a resource that tests need and that a machine may not have. */
export type TestResourceName =
  | 'nats'
  | 's3'
  | 'meilisearch'
  | 'postgres'
  | 'chromium'
  | 'inspector'
  | 'python'
  | 'unzip'
  | '7z'
  | 'shared';

/** Thrown when a resource for a test is missing. The message says where it was looked for and how to get it. */
export class MissingTestResourceError extends Error {
  override readonly name = 'MissingTestResourceError';
  readonly requirement: TestResourceName;

  constructor(requirement: TestResourceName, reason: string) {
    super(reason);
    this.requirement = requirement;
  }
}

/** True when BRIDGE_REQUIRE lists the resource. If it is missing, tests that need it then fail instead of being skipped. */
export function isRequired(requirement: TestResourceName): boolean {
  const names = processEnv()['BRIDGE_REQUIRE'] ?? '';
  return names
    .split(',')
    .map((name) => name.trim())
    .includes(requirement);
}

/** The function of a vitest test context that skips the test. */
export interface SkippableTestContext {
  skip(note?: string): never;
}

/**
 * Awaits a resource such as `server('nats')`. When it is missing, skips the test, or fails it when BRIDGE_REQUIRE lists the
 * resource.
 */
export async function need<T>(context: SkippableTestContext, wanted: T | Promise<T>): Promise<T> {
  try {
    return await wanted;
  } catch (error) {
    if (error instanceof MissingTestResourceError && !isRequired(error.requirement))
      return context.skip(error.message);
    throw error;
  }
}
