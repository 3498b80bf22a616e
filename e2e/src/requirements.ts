import { ARCHIVE } from './requirements-archive.ts';
import { BODY } from './requirements-bodies.ts';
import { DATABASE } from './requirements-database.ts';
import { DECISIONS } from './requirements-decisions.ts';
import { SAFETY } from './requirements-safety.ts';
import { SERVICE } from './requirements-service.ts';

/** Every requirement by its id. */
export const REQUIREMENTS = {
  ...SERVICE,
  ...DECISIONS,
  ...SAFETY,
  ...DATABASE,
  ...ARCHIVE,
  ...BODY,
};
/** Id of a requirement, as scenarios name it. */
export type RequirementId = keyof typeof REQUIREMENTS;
