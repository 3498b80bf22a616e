import {
  openBrowser,
  startGateway,
  type SimulatedBrowserClient,
  type GatewayTestRig,
} from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let rig: GatewayTestRig;
let browser: SimulatedBrowserClient;
beforeAll(async () => {
  rig = await startGateway();
  const { email, password } = await rig.owner();
  browser = openBrowser(rig);
  await browser.signIn(email, password);
});
afterAll(() => rig.stop());

/**
 * The routes of signed-in owners that take an idempotency key, because they create something or depend on a revision. All other
 * routes set a state (ADR 054).
 */
const KEYED = [
  'POST /api/console/pages',
  'POST /api/console/pages/1/save',
  'POST /api/console/pages/1/rename',
  'POST /api/console/pages/1/attach',
  'POST /api/console/pages/1/revisions/1/restore',
  'POST /api/console/pages/1/publish',
  'POST /api/console/pages/1/visibility',
  'POST /api/console/pages/1/listed',
  'POST /api/console/pages/1/delete',
  'POST /api/console/pages/1/undelete',
  'POST /api/console/pages/1/widget',
  'PUT /api/console/pages/1/layers',
  'POST /api/console/worlds',
  'POST /api/console/worlds/harbour/listed',
  'POST /api/console/worlds/harbour/off',
  'POST /api/console/worlds/harbour/hand-over',
  'POST /api/console/messages',
];

// Verifies: idempotency.owner.
test.each(KEYED)('%s without an idempotency key is refused, and names it', async (route) => {
  const [method = '', path = ''] = route.split(' ');
  const { status, json } = await browser.send(method, path, {});
  expect({ status, code: json.error.code }).toEqual({ status: 400, code: 'invalid_input' });
  const paths = json.error.details.issues.map((issue: { path: string }) => issue.path);
  expect(paths).toContain('idempotency_key');
});
