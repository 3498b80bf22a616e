import { tidyUrl } from '../model/index.ts';

const MEDIA_ADDRESS =
  /^data:(?:(?:image|audio|video|font)\/(?!svg|[\w.-]*xml)[\w.+-]+)?(?:;[\w=. -]+)*[;,]/i;
const INNER_ADDRESS = /^(?:data:image\/svg\+xml[;,]|blob:)/i;

/**
 * Classifies an address by what a browser loads for it. `data`: nothing, or content that is in the address. `inner`: an SVG
 * `data:` address or a `blob:` address, harmless when it is shown as an image. null: unknown. Placeholder characters for
 * unknown text (`\ue000` …) may follow the media type.
 */
export function addressKind(address: string): 'data' | 'inner' | null {
  const tidy = tidyUrl(address.slice(0, 256));
  if (tidy === '' || tidy === 'about:blank' || /^#[^\ue000-\ue007]*$/.test(tidy)) return 'data';
  if (MEDIA_ADDRESS.test(tidy)) return 'data';
  return INNER_ADDRESS.test(tidy) ? 'inner' : null;
}
