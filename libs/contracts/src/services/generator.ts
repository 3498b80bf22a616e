import { defineService } from '../service.ts';
import { pagesGenerate } from './generator/pages-generate.ts';

/** Actions of the generator service, which creates drafts with a paid model provider. */
export const GENERATOR = defineService('generator', {
  pagesGenerate,
});
