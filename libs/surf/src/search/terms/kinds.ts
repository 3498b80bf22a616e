import { formOf } from '@bridge/archive';
import { formNamed } from './form-names.ts';
import type { WorkKindInQuery } from './named-kind.ts';

/** Matches names of devices and other things of industrial design, for which museums record the form "design". */
const DEVICES =
  /^(?:transistor )?(?:radio|television|tv|telephone|phone|phonograph|gramophone|record player|turntable|loudspeaker|speaker|tape recorder|typewriter|computer|calculator|camera|clock|toaster|kettle|mixer|coffee ?maker|vacuum cleaner|hair ?dryer|refrigerator|appliance|razor|shaver|flashlight|lamp|chandelier)(?:e?s)?$/;

/** Returns the kind of work, such as painting or design, that these words of a query name; null when they name none. */
export function kindNamed(text: string, words: readonly string[]): WorkKindInQuery | null {
  const [word = ''] = words;
  const named = words.length === 1 ? formNamed(word) : null;
  if (named !== null) return { form: named, isFormName: true };
  const form = DEVICES.test(text) ? 'design' : formOf(undefined, text);
  return form === '' ? null : { form, isFormName: false };
}
