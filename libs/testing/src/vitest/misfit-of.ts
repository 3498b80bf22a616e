import { isDeepStrictEqual } from 'node:util';

/** An error object found in a response body. */
interface ErrorInResponseBody {
  readonly code: string;
  readonly details: unknown;
}

/** Finds all error objects in a parsed body, including those in the text of a tool result. */
function errorsIn(value: unknown): readonly ErrorInResponseBody[] {
  if (typeof value === 'string' && value.startsWith('{"code":')) return errorsIn(JSON.parse(value));
  if (typeof value !== 'object' || value === null) return [];
  if ('code' in value && 'details' in value && 'doc_url' in value)
    return [value as ErrorInResponseBody];
  return Object.values(value).flatMap(errorsIn);
}

/** Describes the first error in a JSON text that does not match the error catalogue; returns null when all match. */
export async function misfitOf(text: string): Promise<string | null> {
  // Most responses contain no error, so the error catalogue is loaded only when one does.
  if (!text.includes('doc_url')) return null;
  const { detailsSchema, isErrorCode } = await import('@bridge/contracts');
  for (const { code, details } of errorsIn(JSON.parse(text))) {
    if (!isErrorCode(code)) return `the error ${code} is not of the catalogue`;
    // `safeParse` removes properties that the schema does not list; then the two values differ.
    const { data, error } = detailsSchema(code).safeParse(details);
    if (!isDeepStrictEqual(data, details))
      return `details of ${code} that its schema does not list: ${JSON.stringify(details)} ${error?.message ?? ''}`;
  }
  return null;
}
