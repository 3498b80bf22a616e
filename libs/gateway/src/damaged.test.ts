import { PUBLIC_PATHS } from '@bridge/contracts';
import { sql } from '@bridge/db';
import { metricsText } from '@bridge/kernel';
import {
  answerOf,
  builderModule,
  damageObject,
  describeOnStores,
  publisherModule,
  worldsModule,
  type TestHttpResponse,
  type GatewayTestRig,
} from '@bridge/testing';
import { expect, test } from 'vitest';

const DAMAGED = { code: 'content_damaged', status: 503, outcome: 'not_applied', retry: 'never' };

let made = 0;
const unique = (): string => `damaged-${String((made += 1)).padStart(4, '0')}`;

/**
 * Creates a draft whose HTML, a little longer than `bytes`, is stored as an object; returns functions for the calls that read
 * it.
 */
async function draft(rig: GatewayTestRig, bytes: number) {
  const key = await rig.key();
  const act = (action: string, payload: object) => rig.act(key, { action, payload });
  const html = `<!doctype html><title>t</title>${'x'.repeat(bytes)}`;
  const page = await rig.draft(key, html);
  const [row] = await rig.services.db.rows(
    sql<{ object: string }>`select object from builder.revision where page_id = ${page}`,
  );
  const guarded = () => ({ page_id: page, expected_revision: 1, idempotency_key: unique() });
  const mcp = (version: string): Promise<TestHttpResponse> =>
    rig.callTool(key, 'builder_get', { page_id: page }, version);
  return {
    html,
    object: row?.object ?? '',
    get: () => act('builder.get', { page_id: page }),
    mcp,
    raw: async () =>
      answerOf(
        await fetch(`${rig.base}${PUBLIC_PATHS.bridge}/pages/${page}/raw`, {
          headers: { authorization: `Bearer ${key}` },
        }),
      ),
    patch: () =>
      act('builder.patch', {
        ...guarded(),
        patch_ops: [{ op: 'replace_text', old: '<title>t', new: '<title>u' }],
      }),
    publish: () => act('builder.publish', guarded()),
  };
}

async function damagedReads(reason: string): Promise<number> {
  const found = new RegExp(`^bridge_content_damaged_total\\{reason="${reason}"\\} (\\d+)$`, 'm');
  return Number(found.exec(await metricsText())?.[1]);
}

function suite(opened: () => GatewayTestRig): void {
  const kinds = ['altered', 'truncated', 'missing'] as const;
  const cases = kinds.flatMap((kind) => [[kind, 300_000] as const, [kind, 3_000_000] as const]);

  // Verifies: storage.damaged.
  test.each(cases)(
    'of a draft that is %s (%d bytes) answers content_damaged on every surface, and nothing of it is delivered',
    async (damage, bytes) => {
      const reason = damage === 'missing' ? 'missing' : 'altered';
      const rig = opened();
      const one = await draft(rig, bytes);
      expect((await one.raw()).text).toBe(one.html);
      await damageObject(rig.services.blobs, one.object, damage);
      const before = await damagedReads(reason);
      for (const answer of [await one.get(), await one.raw(), await one.patch()]) {
        expect(answer.status).toBe(503);
        expect(answer.json.error).toMatchObject(DAMAGED);
        expect(answer.text).not.toContain('xxxx');
      }
      expect((await one.publish()).json.error).toMatchObject(DAMAGED);
      for (const version of ['2025-03-26', '2025-11-25']) {
        const { json, text } = await one.mcp(version);
        expect(json.result.isError).toBe(true);
        expect(JSON.parse(json.result.content[0].text)).toMatchObject(DAMAGED);
        expect(text).not.toContain('xxxx');
      }
      expect(await damagedReads(reason)).toBeGreaterThanOrEqual(before + 6);
    },
  );
}

describeOnStores('stored content', [worldsModule, builderModule, publisherModule], suite);
