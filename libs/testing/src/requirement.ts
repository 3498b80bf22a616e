import { processEnv } from '@bridge/kernel';

/** What a test may need and a machine may lack. */
export type Requirement =
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

/** Thrown when the machine lacks something; the message names it, the places that were searched and how to get it. */
export class Missing extends Error {
  override readonly name = 'Missing';
  readonly requirement: Requirement;

  constructor(requirement: Requirement, reason: string) {
    super(reason);
    this.requirement = requirement;
  }
}

/** True when BRIDGE_REQUIRE (comma-separated) names it: then its absence is a failure, not a skip. */
export function isRequired(requirement: Requirement): boolean {
  const names = processEnv()['BRIDGE_REQUIRE'] ?? '';
  return names
    .split(',')
    .map((name) => name.trim())
    .includes(requirement);
}

/** The part of a vitest test's context that skips it with a note. */
export interface Skippable {
  skip(note?: string): never;
}

/**
 * Awaits something the machine may lack: skips the test with the reason when it is missing, and fails
 * when BRIDGE_REQUIRE names it. `const nats = await need(context, server('nats'))`.
 */
export async function need<T>(context: Skippable, wanted: T | Promise<T>): Promise<T> {
  try {
    return await wanted;
  } catch (error) {
    if (error instanceof Missing && !isRequired(error.requirement))
      return context.skip(error.message);
    throw error;
  }
}
