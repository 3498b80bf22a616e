import type { TestProject } from 'vitest/node';
import { servePostgres, sharedPostgres } from '../shared-postgres.ts';
import './provided.ts';

/** Setup that vitest runs once per test run; it provides the Postgres server for all test files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const service = await servePostgres(sharedPostgres());
  project.provide('bridgePostgres', service.url);
  return () => service.stop();
}
