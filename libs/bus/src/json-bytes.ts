/** Encodes a value as JSON in UTF-8 bytes. */
export function encodeJson(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value), 'utf8');
}

/** Decodes UTF-8 bytes as JSON; throws SyntaxError. */
export function decodeJson({ buffer, byteOffset, byteLength }: Uint8Array): unknown {
  return JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString('utf8'));
}
