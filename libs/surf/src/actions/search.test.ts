import { SURF } from '@bridge/contracts';
import { agentCtx, startTestServices, type TestServices } from '@bridge/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '@bridge/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { surfModule } from '../module.ts';
import { UNVERIFIED } from './search.ts';

const folder = mkdtempSync(join(tmpdir(), 'bridge-surf-module-'));
let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([surfModule], {
    settings: readSettings({ BRIDGE_DATA: folder }),
  });
}, 120_000);
afterAll(async () => {
  await services.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (query: string, limit = 12) => {
  const answer = await services.call(SURF.search, agentCtx(), { query, limit });
  if (!('result' in answer)) throw new Error(JSON.stringify(answer));
  return SURF.search.output.parse(answer.result);
};

describe('surf.search', () => {
  test('answers right after the first start with references, counts and the constant sentence', async () => {
    const result = await ask('japanese woodblock print');
    expect(result.references).toHaveLength(12);
    expect(result.notes[0]).toBe(UNVERIFIED);
    expect(result.content_trust).toBe('untrusted');
    expect(result.total_estimate).toBeGreaterThanOrEqual(12);
    expect(result.facets.source.length).toBeGreaterThan(0);
    for (const reference of result.references) {
      expect(reference.attribution).toMatch(/ Work(?: and picture)?: .+\. Catalogue data: CC0\.$/);
      expect(reference).toMatchObject({ availability: 'unverified', rights_verified: false });
      expect(reference.source_url === '' || /^https?:/.test(reference.source_url)).toBe(true);
    }
  });

  test('says how the query was read: corrected, filtered, ignored', async () => {
    const { understood } = await ask('the modigliani portriat type:painting');
    expect(understood).toMatchObject({
      corrected: { portriat: 'portrait' },
      filters: { type: 'painting' },
      ignored: ['the'],
    });
  });

  test('says plainly that nothing was found within the filters', async () => {
    const result = await ask('source:tate type:coin date:1200..1201');
    expect(result.references).toEqual([]);
    expect(result.notes.join(' ')).toContain('Nothing was found within the filters of the query.');
  });
});
