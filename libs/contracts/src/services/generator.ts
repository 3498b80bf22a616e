import { defineService } from '../service.ts';
import { pagesGenerate } from './generator/pages-generate.ts';

/** Actions of the generator service, which creates drafts of websites with a paid provider of a language model. */
export const GENERATOR = defineService('generator', {
  pagesGenerate,
});
