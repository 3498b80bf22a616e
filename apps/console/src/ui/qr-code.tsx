import { encode } from 'uqr';

/** Modules of white around the code, required by ISO/IEC 18004. */
const QUIET_ZONE = 4;

/** Returns the dark modules of a code as one path, a unit square each. */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { path: squares.join(''), size };
}

/** A QR code of an address, dark on white in both colour schemes because scanners expect that. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { path, size } = qrPath(text);
  return (
    <svg className="qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <rect className="qr-ground" width={size} height={size} />
      <path className="qr-modules" d={path} />
    </svg>
  );
}
