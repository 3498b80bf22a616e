import { handlersOf } from '@bridge/bus';
import { pagesGenerate } from './actions/pages-generate.ts';
import type { GeneratorDeps } from './deps.ts';

/** The handlers of all actions in the contract GENERATOR, by the names that they have there. */
export const generatorHandlers = handlersOf<'generator', GeneratorDeps>({
  pagesGenerate,
});
