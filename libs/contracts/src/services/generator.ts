import { defineService } from '../service.ts';
import { pagesGenerate } from './generator/pages-generate.ts';

/** Drafts that a paid provider writes. */
export const GENERATOR = defineService('generator', {
  pagesGenerate,
});
