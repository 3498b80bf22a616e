import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LIMITS } from './limits.ts';
import { makeLinks } from './links.ts';
import { capabilityManifest, makeManifest, PRODUCT } from './manifest.ts';

const links = makeLinks({ baseUrl: 'https://bridge.example/', contentUrl: 'https://c.example' });
const manifest = makeManifest(links, 'ab'.repeat(32));

describe('the capability manifest', () => {
  it('has exactly the members of the contract, and conforms to its own schema', () => {
    expect(Object.keys(manifest)).toEqual([
      'version',
      'name',
      'kind',
      'onboarding_url',
      'skill_url',
      'skill_api_url',
      'agent_directory_url',
      'operator_pack_url',
      'cli_url',
      'mcp_url',
      'transport',
      'protocol_versions',
      'authentication',
      'api_url',
      'tools',
      'read_scopes',
      'draft_scopes',
      'optional_scopes',
      'rules',
    ]);
    expect(capabilityManifest.parse(manifest)).toEqual(manifest);
  });

  it('names the ten tools, the three versions and the scope sets', () => {
    expect(manifest.tools).toEqual([
      'worlds_list',
      'worlds_found',
      'builder_list',
      'builder_create',
      'builder_get',
      'builder_patch',
      'builder_attach',
      'builder_clear',
      'builder_publish',
      'surf_search',
    ]);
    expect(manifest.protocol_versions).toEqual(['2025-03-26', '2025-06-18', '2025-11-25']);
    expect(manifest.read_scopes).toEqual([
      'builder.get',
      'builder.list',
      'surf.search',
      'worlds.list',
    ]);
    expect(manifest.draft_scopes).toEqual([
      'builder.attach',
      'builder.create',
      'builder.get',
      'builder.list',
      'builder.patch',
      'surf.search',
      'worlds.found',
      'worlds.list',
    ]);
    expect(manifest.optional_scopes).toEqual(['builder.clear', 'builder.publish']);
  });

  it('gives absolute addresses on the app origin only', () => {
    const addresses = Object.entries(manifest).filter(([name]) => name.endsWith('_url'));
    expect(addresses).toHaveLength(8);
    for (const [, url] of addresses) expect(url).toMatch(/^https:\/\/bridge\.example\/[^/]/);
  });

  it('tells how long keys are remembered, the body limit, UTF-8 and the digest of the tool list', () => {
    const rules = manifest.rules.join('\n');
    expect(rules).toContain(`${LIMITS.idempotencyKeptDays} days`);
    expect(rules).toContain(String(LIMITS.callBodyBytesMax));
    expect(rules).toContain('UTF-8, not \\u escapes');
    expect(rules).toContain('ab'.repeat(32));
    for (const rule of manifest.rules) expect(rule).toMatch(/^[A-Z].*\.$/);
  });

  it('carries the version of the product that is released', () => {
    const root = new URL('../../../package.json', import.meta.url);
    expect(JSON.parse(readFileSync(root, 'utf8')).version).toBe(PRODUCT.version);
  });
});
