import { describe, it } from 'vitest';
import { SURFACES, type SurfaceName } from './call.ts';
import { REQUIREMENTS, type RequirementId } from './requirements.ts';

/** Time a scenario may take: it starts nothing, it only calls. */
const SCENARIO_MS_MAX = 180_000;

/**
 * A scenario that proves one requirement, or several that one story shows; run on every surface the requirement names.
 * The name of the test is the requirement's own sentence.
 */
export function verifies(
  ids: RequirementId | readonly RequirementId[],
  story: (surface: SurfaceName) => Promise<void>,
): void {
  const list = typeof ids === 'string' ? [ids] : ids;
  const surfaces = list.some((id) => REQUIREMENTS[id].runs === 'both')
    ? SURFACES
    : (['act'] as const);
  describe(list.join(', '), () => {
    for (const surface of surfaces) {
      const label = surfaces.length > 1 ? ` (${surface})` : '';
      it(
        `${list.map((id) => REQUIREMENTS[id].text).join(' ')}${label}`,
        { timeout: SCENARIO_MS_MAX },
        () => story(surface),
      );
    }
  });
}
