import { layers as layersSchema, LIMITS } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';

function refused(rule: string, message: string): BridgeError {
  return new BridgeError('invalid_input', { issues: [{ path: 'layers', rule, message }] });
}

/**
 * Validates the JSON of layers (named pieces of HTML, CSS or text of a draft) and returns it as compact JSON text. Throws
 * invalid_input for invalid layers.
 */
export function parseLayers(bytes: Uint8Array): string {
  if (bytes.byteLength > LIMITS.layersBytesMax)
    throw refused('max', `must be at most ${LIMITS.layersBytesMax} bytes as JSON`);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new BridgeError('internal', {}, { cause: error });
  }
  const parsed = layersSchema.safeParse(value);
  if (!parsed.success) throw refused('form', 'must be a list of layers');
  const ids = new Set(parsed.data.map(({ layer_id }) => layer_id));
  if (ids.size < parsed.data.length) throw refused('unique', 'must not repeat a layer_id');
  return JSON.stringify(parsed.data);
}
