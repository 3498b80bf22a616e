import { readSpec } from '@bridge/testing';
import { describe, it } from 'vitest';
import { SURFACES, type SurfaceName } from './call.ts';

/** Time limit of a scenario, in ms. */
const SCENARIO_MS_MAX = 180_000;
const SPEC = readSpec();

/** One or several requirement ids of docs/spec. */
type RequirementIds = string | readonly string[];
/** The body of a test scenario, which runs on the given surface (`act` or `mcp`). */
type ScenarioBody = (surface: SurfaceName) => Promise<void>;

function sentenceOf(id: string): string {
  const requirement = SPEC.get(id);
  if (requirement === undefined) throw new Error(`docs/spec has no requirement ${id}`);
  return requirement.sentence;
}

function scenario(
  ids: RequirementIds,
  surfaces: readonly SurfaceName[],
  story: ScenarioBody,
): void {
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

/**
 * Declares a test that verifies requirements of docs/spec on both surfaces (`act` and `mcp`). The sentences of the requirements
 * are the test's name.
 */
export function verifies(ids: RequirementIds, story: ScenarioBody): void {
  scenario(ids, SURFACES, story);
}

/**
 * Declares a test on `act` only, for requirements that do not depend on the surface (`act` or `mcp`), such as those about
 * documents and keys.
 */
export function verifiesOnce(ids: RequirementIds, story: ScenarioBody): void {
  scenario(ids, ['act'], story);
}
