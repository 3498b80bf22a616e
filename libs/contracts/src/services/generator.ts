import { defineService } from '../service.ts';
import { pagesGenerate } from './generator/pages-generate.ts';

/** Callables of the generator, which lets a paid provider write drafts. */
export const GENERATOR = defineService('generator', {
  pagesGenerate,
});
