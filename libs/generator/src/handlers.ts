import { handlersOf } from '@bridge/bus';
import { pagesGenerate } from './actions/pages-generate.ts';
import type { GeneratorDeps } from './deps.ts';

/** The handlers of all entries of GENERATOR, by the same names. */
export const generatorHandlers = handlersOf<'generator', GeneratorDeps>({
  pagesGenerate,
});
