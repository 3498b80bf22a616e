import type { TestProject } from 'vitest/node';
import { servePostgres, sharedPostgres } from '../shared-postgres.ts';
import './provided.ts';

/** Runs once, in the process of vitest itself: provides the Postgres that all test files share. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const service = await servePostgres(sharedPostgres());
  project.provide('bridgePostgres', service.url);
  return () => service.stop();
}
