import { isBridgeError } from '@bridge/kernel';
import { parseJson } from './parse-json.ts';

/** Returns the bytes of a request body with this text, as UTF-8. */
export const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');

/** Returns the result of parsing a request body: the code of the error that refuses it, or `ok`. */
export function outcome(body: Buffer): string {
  try {
    parseJson(body);
    return 'ok';
  } catch (error) {
    if (isBridgeError(error)) return error.code;
    throw error;
  }
}
