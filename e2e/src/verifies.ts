import { readSpec } from '@bridge/testing';
import { describe, it } from 'vitest';
import { SURFACES, type SurfaceName } from './call.ts';

/** Time limit of a scenario, which starts no processes and only calls. */
const SCENARIO_MS_MAX = 180_000;
const SPEC = readSpec();

type Ids = string | readonly string[];
type Story = (surface: SurfaceName) => Promise<void>;

function sentenceOf(id: string): string {
  const requirement = SPEC.get(id);
  if (requirement === undefined) throw new Error(`docs/spec has no requirement ${id}`);
  return requirement.sentence;
}

function scenario(ids: Ids, surfaces: readonly SurfaceName[], story: Story): void {
  const list = typeof ids === 'string' ? [ids] : ids;
  describe(list.join(', '), () => {
    for (const surface of surfaces) {
      const label = surfaces.length > 1 ? ` (${surface})` : '';
      it(`${list.map(sentenceOf).join(' ')}${label}`, { timeout: SCENARIO_MS_MAX }, () =>
        story(surface),
      );
    }
  });
}

/** Declares a scenario that verifies requirements of docs/spec on both surfaces; their sentences name the test. */
export function verifies(ids: Ids, story: Story): void {
  scenario(ids, SURFACES, story);
}

/** Declares a scenario about an address, a document or a key, which have one surface only. */
export function verifiesOnce(ids: Ids, story: Story): void {
  scenario(ids, ['act'], story);
}
