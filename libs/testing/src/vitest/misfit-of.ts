import { isDeepStrictEqual } from 'node:util';

interface SeenError {
  readonly code: string;
  readonly details: unknown;
}

/** The error objects in a parsed body: of the envelope, of JSON-RPC, and in the text of a tool result. */
function errorsIn(value: unknown): readonly SeenError[] {
  if (typeof value === 'string' && value.startsWith('{"code":')) return errorsIn(JSON.parse(value));
  if (typeof value !== 'object' || value === null) return [];
  if ('code' in value && 'details' in value && 'doc_url' in value) return [value as SeenError];
  return Object.values(value).flatMap(errorsIn);
}

/** Describes the first error of a JSON text whose `details` do not match its schema in the catalogue; null when all match. */
export async function misfitOf(text: string): Promise<string | null> {
  // Most answers hold no error: the catalogue is loaded for the first one that does.
  if (!text.includes('doc_url')) return null;
  const { detailsSchema, isErrorCode } = await import('@bridge/contracts');
  for (const { code, details } of errorsIn(JSON.parse(text))) {
    if (!isErrorCode(code)) return `the error ${code} is not of the catalogue`;
    // Parsing drops what the schema does not list.
    const { data, error } = detailsSchema(code).safeParse(details);
    if (!isDeepStrictEqual(data, details))
      return `details of ${code} that its schema does not list: ${JSON.stringify(details)} ${error?.message ?? ''}`;
  }
  return null;
}
