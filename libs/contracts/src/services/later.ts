import { z } from 'zod';
import { defineAction, type Kind } from '../define.ts';
import { defineService } from '../service.ts';

const anything = z.strictObject({});

/** Declares an action whose scope exists and whose operation is not built: it answers 501 not_configured. */
function later<const N extends string>(name: N, kind: Kind, purpose: string) {
  return defineAction({
    name,
    kind,
    set: 'none',
    purpose,
    input: anything,
    output: anything,
    errors: ['not_configured'],
    example: {},
  });
}

/** The scopes without an operation. An action that is built moves into its service's object. Spec: actions.unavailable. */
export const LATER = defineService(null, {
  pagesGenerate: later('pages.generate', 'add', 'Has a paid provider write a draft.'),
});
