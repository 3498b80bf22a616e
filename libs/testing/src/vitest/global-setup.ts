import type { TestProject } from 'vitest/node';
import { servePostgres, sharedPostgres } from '../shared-postgres.ts';
import './provided.ts';

/** Once per run, in the process of vitest itself: the Postgres that its test files share. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const service = await servePostgres(sharedPostgres());
  project.provide('bridgePostgres', service.url);
  return () => service.stop();
}
